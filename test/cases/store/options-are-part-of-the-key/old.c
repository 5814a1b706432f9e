double f(double x) { return x * 2; }
double g(double x) { return (x + 1) - 1; }

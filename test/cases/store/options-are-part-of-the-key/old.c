double f(double x) { return x * 4; }
double g(double x) { return (x + 1) - 1; }

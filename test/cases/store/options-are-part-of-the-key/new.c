double f(double x) { return x + x; }
double g(double x) { return x; }

// exit 0
// old
double f(double a, double b) { return a + b; }
// new
double f(double a, double b) { return b + a; }

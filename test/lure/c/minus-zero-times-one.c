// exit 0
// old
double f(double x) { return x; }
// new
double f(double x) { return x * 1.0; }

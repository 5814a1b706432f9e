// exit 1
// old
double f(double x) { return x; }
// new
double f(double x) { return x + 0.0; }

// exit 1
// old
_Complex double f(double x) { return x; }
// new
double f(double x) { return x; }

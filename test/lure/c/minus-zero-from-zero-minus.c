// exit 1
// old
double f(double x) { return -x; }
// new
double f(double x) { return 0 - x; }

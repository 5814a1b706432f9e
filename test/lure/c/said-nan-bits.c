// exit 0
// says all NaNs are one value
// old
double f(double x, double y) { return x + y; }
// new
double f(double x, double y) { return y + x; }

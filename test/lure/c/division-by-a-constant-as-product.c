// exit 1
// old
double f(double x) { return x / 10.0; }
// new
double f(double x) { return x * 0.1; }

// exit 0
// old
double f(double x) { return x / 4.0; }
// new
double f(double x) { return x * 0.25; }

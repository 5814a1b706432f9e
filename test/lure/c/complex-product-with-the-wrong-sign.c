// exit 1
// old
double f(double a, double b) { _Complex double z = a + b * 1.0i; return __real__(z * z); }
// new
double f(double a, double b) { return a * a + b * b; }

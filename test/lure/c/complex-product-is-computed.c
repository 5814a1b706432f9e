// exit 1
// old
double f(double x) { _Complex double z = x + 2.0i; return __real__(z * z); }
// new
double f(double x) { _Complex double z = x + 2.0i; return __imag__(z * z); }

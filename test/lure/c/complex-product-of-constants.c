// exit 0
// old
double f(void) { _Complex double z = 1.0 + 2.0i; return __real__(z * z); }
// new
double f(void) { return -3.0; }

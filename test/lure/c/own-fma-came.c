// exit 1|3
// old
double f(double x) { return __builtin_fma(x, x, x); }
// new
double f(double x) { return __builtin_fma(x, x, x); }
double fma(double x, double y, double z) { return 0; }

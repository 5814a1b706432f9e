// exit 0
// says all NaNs are one value
// old
double f(void) { return __builtin_nan("1"); }
// new
double f(void) { return __builtin_nan("2"); }

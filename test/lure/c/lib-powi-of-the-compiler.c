// exit 1
// old
double f(double x) { return __builtin_powi(x, 3); }
// new
double f(double x) { return __builtin_powi(x, 4); }

// exit 1|3
// options --cflags=-ffp-contract=fast
// old
double f(double a, double b, double c) { return a * b + c; }
// new
double f(double a, double b, double c) { return __builtin_fma(a, b, c) + 1; }

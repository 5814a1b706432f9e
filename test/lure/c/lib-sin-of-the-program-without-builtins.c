// exit 1
// options --cflags -fno-builtin
// old
double sin(double x);
double f(double x) { return sin(x) + sin(x); }
// new
double sin(double x);
double f(double x) { return 2 * sin(x); }

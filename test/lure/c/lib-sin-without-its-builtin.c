// exit 1
// options --cflags -fno-builtin-sin
// old
double sin(double x);
int f(double x) { sin(x); return 1; }
// new
double sin(double x);
int f(double x) { return 1; }

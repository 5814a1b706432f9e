// exit 1
// options --cflags -fno-builtin
// old
double sin(double) __attribute__((const));
int f(double x) { return sin(x) > 2; }
// new
double sin(double) __attribute__((const));
int f(double x) { return 0; }

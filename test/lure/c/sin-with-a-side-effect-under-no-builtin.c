// exit 1|3
// options --cflags=-fno-builtin
// old
double sin(double);
double f(double x) { sin(x); return 0; }
// new
double sin(double);
double f(double x) { return 0 * (x != x); }

// exit 1
// options --cflags -ffreestanding
// old
double sin(double x);
double f(double x) { return sin(x) - sin(x) + x; }
// new
double sin(double x);
double f(double x) { double s = sin(x); return s - s + x; }

// exit 1|3
// options --cflags=-ffreestanding
// old
double sin(double);
void f(double x) { sin(x); sin(x); }
// new
double sin(double);
void f(double x) { sin(x); }

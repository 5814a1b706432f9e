// exit 0
// old
double sin(double x);
double f(double x) { return sin(x) + sin(x); }
// new
double sin(double x);
double f(double x) { double s = sin(x); return s + s; }

// exit 0
// old
double log(double);
double mark(double);
double f(double x) { double y = log(x); return mark(y) + y; }
// new
double log(double);
double mark(double);
double f(double x) { double y = mark(log(x)); return y + log(x); }

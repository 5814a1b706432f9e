// exit 1|3
// old
double floor(double);
double f(double x) { return floor(x); }
// new
double floor(double x) { return x + 100; }
double f(double x) { return floor(x); }

// exit 1
// old
static double sin(double x) { return x; }
double f(double x) { return sin(x); }
// new
static double sin(double x) { return x + 1; }
double f(double x) { return sin(x); }

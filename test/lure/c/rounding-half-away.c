// exit 1
// old
#include <math.h>
double f(double x) { return round(x); }
// new
#include <math.h>
double f(double x) { return rint(x); }

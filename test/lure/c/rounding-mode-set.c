// exit 1|3
// old
#include <fenv.h>
double f(double x) { fesetround(FE_UPWARD); return x / 3; }
// new
#include <fenv.h>
double f(double x) { return x / 3; }

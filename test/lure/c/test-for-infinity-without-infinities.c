// exit 1|3
// old
#include <math.h>
int f(double a) { return isinf(a) != 0; }
// new
#include <math.h>
#pragma float_control(precise, off)
int f(double a) { return isinf(a) != 0; }

// exit 3
// says fmin and fmax may give either of 0.0 and -0.0
// old
#include <math.h>
double zero(double a) { return a == 0 ? 0.0 : a; }
// new
#include <math.h>
double zero(double a) { return a == 0 ? fmax(-0.0, a * a) : a; }

// exit 1|3
// said fmin and fmax
// old
#include <math.h>
double f(double a, double b) {
  return fmin(a, b);
}
// new
#include <math.h>
double f(double a, double b) {
  return isnan(a) ? b : isnan(b) ? a : b < a ? b : a;
}

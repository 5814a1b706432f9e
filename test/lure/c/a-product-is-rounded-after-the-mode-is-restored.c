// exit 0
// says floats are rounded to nearest
// old
#include <fenv.h>

double above(double x, double y) {
  fesetround(FE_UPWARD);
  double product = x * y;
  fesetround(FE_TONEAREST);
  return product;
}
// new
#include <fenv.h>

double above(double x, double y) {
  fesetround(FE_UPWARD);
  fesetround(FE_TONEAREST);
  return x * y;
}

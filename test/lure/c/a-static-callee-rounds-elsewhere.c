// exit 0
// says floats are rounded to nearest
// old
#include <fenv.h>

static double above(double x, double y) {
  fesetround(FE_UPWARD);
  double sum = x + y;
  fesetround(FE_TONEAREST);
  return sum;
}
double total(double x, double y) { return above(x, y) + 1; }
// new
#include <fenv.h>

static double above(double x, double y) {
  double sum = x + y;
  fesetround(FE_UPWARD);
  fesetround(FE_TONEAREST);
  return sum;
}
double total(double x, double y) { return above(x, y) + 1; }

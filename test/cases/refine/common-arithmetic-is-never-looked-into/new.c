#include <math.h>

double poly(double x) {
  double ax = fabs(x);
  if (-ax > -8.0) {
    double y = x * x;
    return 5.7 + y * (-1.3 + y * (6.5 + y * (-1.1 + y * 7.7))) / (1.0 + y);
  }
  double z = 8.0 / ax, y = z * z;
  return cos(ax) * sqrt(z) * (1.0 + y * (-0.1 + y * (0.2 - y * 0.3)));
}

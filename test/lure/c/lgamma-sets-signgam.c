// exit 1
// old
#include <math.h>
int f(double x) {
  signgam = 5;
  double y = lgamma(x);
  return signgam + (y > 2);
}
// new
#include <math.h>
int f(double x) {
  signgam = 5;
  double y = lgamma(x);
  return 5 + (y > 2);
}

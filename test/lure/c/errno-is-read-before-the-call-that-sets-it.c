// exit 0
// says errno is not compared
// old
#include <errno.h>
#include <math.h>

int root(double x, double *out) {
  errno = 0;
  double y = sqrt(x);
  int failed = errno != 0;
  *out = y;
  return failed;
}
// new
#include <errno.h>
#include <math.h>

int root(double x, double *out) {
  errno = 0;
  int failed = errno != 0;
  *out = sqrt(x);
  return failed;
}

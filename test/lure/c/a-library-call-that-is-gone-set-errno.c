// exit 0
// says errno is not compared
// old
#include <errno.h>
#include <math.h>

int overflows(double x) {
  errno = 0;
  cosh(x);
  return errno == ERANGE;
}
// new
#include <errno.h>

int overflows(double x) {
  errno = 0;
  return errno == ERANGE;
}

// exit 1
// says confirmed by the real code
// old
#include <math.h>
int f(double x) {
  long r = lround(x);
  (void)r;
  return 1;
}
// new
#include <math.h>
int f(double x) {
  if (x > 1e30) return 2;
  return 1;
}

// exit 0
// says no strict aliasing
// old
#include <string.h>

int reset(int *n, float *x) {
  *n = 7;
  memset(x, 0, sizeof *x);
  return *n;
}
// new
int reset(int *n, float *x) {
  *n = 7;
  *x = 0;
  return *n;
}

// exit 0
// old
#include <stdlib.h>
int f(int x) {
  int a[2] = {x, 1};
  if (x > 5) abort();
  return a[0] + a[1];
}
// new
#include <stdlib.h>
int f(int x) {
  if (x > 5) abort();
  return x + 1;
}

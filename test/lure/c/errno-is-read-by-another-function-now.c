// exit 0
// old
#include <stdio.h>
int f(int x) {
  printf("%d", x);
  return x * 2;
}
// new
#include <errno.h>
#include <stdio.h>
int why(void) { return errno; }
int f(int x) {
  printf("%d", x);
  return x + x;
}

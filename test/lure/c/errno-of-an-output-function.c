// exit 1|3
// old
#include <errno.h>
#include <stdio.h>
int f(void) {
  errno = 0;
  if (printf("x") < 0) return errno;
  return 0;
}
// new
#include <errno.h>
#include <stdio.h>
int f(void) {
  errno = 0;
  if (printf("x") < 0) return 0;
  return 0;
}

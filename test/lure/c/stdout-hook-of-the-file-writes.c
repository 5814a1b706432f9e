// exit 1
// old
#include <stdio.h>
static int count;
int _write(int fd, const char *p, int n) {
  count += n;
  return n;
}
int f(void) {
  count = 0;
  putchar('x');
  fflush(stdout);
  return count;
}
// new
#include <stdio.h>
static int count;
int _write(int fd, const char *p, int n) {
  count += n;
  return n;
}
int f(void) {
  count = 0;
  putchar('x');
  fflush(stdout);
  return 0;
}

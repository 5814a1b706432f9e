// exit 0
// old
#include <stdio.h>
static int count;
int _write(int fd, const char *p, int n) {
  count += n;
  return n;
}
int f(int x) {
  count = 0;
  printf("%d\n", x);
  return count * 2;
}
// new
#include <stdio.h>
static int count;
int _write(int fd, const char *p, int n) {
  count = n + count;
  return n;
}
int f(int x) {
  count = 0;
  printf("%d\n", x);
  return count + count;
}

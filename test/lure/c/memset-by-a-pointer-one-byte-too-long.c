// exit 1
// old
#include <string.h>
int f(int n) {
  char b[8];
  if (n < 0 || n > 8) return 0;
  memset(b, 0, n);
  return 0;
}
// new
#include <string.h>
int f(int n) {
  char b[8];
  char *p = b;
  if (n < 0 || n > 9) return 0;
  memset(p, 0, n);
  return 0;
}

// exit 1
// old
#include <stdlib.h>
int f(int n) {
  char b[8];
  char *p = n > 8 ? malloc(n) : b;
  if (!p) return 1;
  p[0] = 1;
  if (p != b) free(p);
  return 0;
}
// new
#include <stdlib.h>
int f(int n) {
  char b[8];
  char *p = n > 8 ? malloc(n) : b;
  if (!p) return 1;
  p[0] = 1;
  free(p);
  return 0;
}

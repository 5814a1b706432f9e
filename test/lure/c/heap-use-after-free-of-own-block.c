// exit 1
// says use after free
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 0;
  p[3] = x;
  int y = p[3];
  free(p);
  return y;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 0;
  p[3] = x;
  free(p);
  return p[3];
}

// exit 1
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(2 * sizeof *p);
  if (!p) return 0;
  p[0] = x;
  p[1] = x;
  int y = p[1];
  free(p);
  return y;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  p[0] = x;
  p[1] = x;
  int y = p[1];
  free(p);
  return y;
}

// exit 3
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(4);
  if (!p) return -1;
  *p = x;
  int y = *p;
  free(p);
  return y;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(4);
  *p = x;
  int y = *p;
  free(p);
  return y;
}

// exit 0
// says allocate or free differently
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  if (!p) return x;
  *p = x;
  int y = *p;
  free(p);
  return y;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  if (!p) return x;
  *p = x;
  return *p;
}

// exit 0
// says allocate or free differently
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(4);
  if (!p) return x;
  free(p);
  return x;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(8);
  if (!p) return x;
  free(p);
  return x;
}

// exit 0
// says freed
// old
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  if (!p) return -1;
  *p = x;
  x = *p * 2;
  free(p);
  return x;
}
// new
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof(int));
  if (p == NULL) return -1;
  *p = x;
  int y = *p + *p;
  free(p);
  return y;
}

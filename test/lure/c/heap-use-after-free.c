// exit 1
// says use after free
// old
#include <stdlib.h>
int f(int *p) {
  int x = *p;
  free(p);
  return x;
}
// new
#include <stdlib.h>
int f(int *p) {
  free(p);
  return *p;
}

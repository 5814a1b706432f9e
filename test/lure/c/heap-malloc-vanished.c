// exit 0
// says allocate or free differently
// old
#include <stdlib.h>
int f(int x) {
  void *p = malloc(16);
  free(p);
  return x + 1;
}
// new
#include <stdlib.h>
int f(int x) { return x + 1; }

// exit 0
// says allocate or free differently
// old
#include <stdlib.h>
int f(char *p) {
  return *p;
}
// new
#include <stdlib.h>
int f(char *p) {
  int x = *p;
  free(p);
  return x;
}

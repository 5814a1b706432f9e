// exit 1
// says free of what was not allocated
// old
#include <stdlib.h>
int f(void) {
  char *p = malloc(8);
  free(p);
  return 0;
}
// new
#include <stdlib.h>
int f(void) {
  char *p = malloc(8);
  if (p) p++;
  free(p);
  return 0;
}

// exit 1
// says double free
// old
#include <stdlib.h>
void f(char *p, int twice) {
  (void)twice;
  free(p);
}
// new
#include <stdlib.h>
void f(char *p, int twice) {
  free(p);
  if (twice) free(p);
}

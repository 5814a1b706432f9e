// exit 0
// old
#include <stdlib.h>
int f(void) {
  srand(5);
  return rand() % 7 * 2;
}
// new
#include <stdlib.h>
int f(void) {
  srand(5);
  int r = rand();
  return r % 7 + r % 7;
}

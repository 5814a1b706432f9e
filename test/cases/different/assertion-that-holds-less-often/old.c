#include <assert.h>
int third(int x) {
  assert(x >= 0);
  return x / 3;
}

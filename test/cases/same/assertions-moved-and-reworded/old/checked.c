#include <assert.h>

int half(int x) {
  assert(x % 2 == 0);
  return x / 2;
}

const char *file(void) { return __FILE__; }

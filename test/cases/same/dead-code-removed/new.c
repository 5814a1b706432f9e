#include <string.h>

int sign(int x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

unsigned low_bits(unsigned x) {
  return x & 15;
}

int copy_name(char *to, const char *from) {
  memcpy(to, from, 16);
  to[15] = 0;
  return 0;
}

int overwritten(int *p, int x) {
  *p = x;
  return 0;
}

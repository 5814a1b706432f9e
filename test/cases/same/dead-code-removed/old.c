#include <string.h>

static int unused_counter(void) {
  static int n;
  return n++;
}

int sign(int x) {
  int unused = x * 3;
  int debug = 0;
  if (debug) return 42;
  if (x > 0) return 1;
  if (x < 0) return -1;
  if (x != 0) return 7;
  return 0;
  return 9;
}

unsigned low_bits(unsigned x) {
  unsigned y = x & 15;
  if (y > 15) y = 15;
  if (y * 2 > 30) y = 0;
  return y;
}

int copy_name(char *to, const char *from) {
  char backup[16];
  memcpy(backup, from, sizeof backup);
  memset(backup, 0, sizeof backup);
  memcpy(to, from, 16);
  to[15] = 0;
  return to[15] != 0;
}

int overwritten(int *p, int x) {
  *p = 1;
  *p = x;
  if (*p != x) return -1;
  return 0;
}

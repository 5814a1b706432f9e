// Random inputs do not come across these.
#include <stdint.h>

int has_key(uint64_t x) { return 0; }

int in_pieces(uint64_t x) {
  if ((x & 0xff) == 0x5a)
    if ((x >> 8 & 0xffff) == 0xbeef)
      if ((x >> 24 & 0xffff) == 0x1234) return 1;
  return 0;
}

int scrambled(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccd;
  x ^= x >> 33;
  return (x & 0xffffffffff) == 0x0123456789;
}

int in_memory(const unsigned char *p) {
  return p[0] == 0x7f && p[1] == 'E' && p[2] == 'L' && p[3] == 'F' && p[4] == 2;
}

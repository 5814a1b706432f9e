#include <stddef.h>
#include <stdint.h>

static int is_tail(unsigned char c) {
  return (c & 0xc0) == 0x80;
}

static uint32_t shift_in(uint32_t x, unsigned char c) {
  return x << 6 | (c & 0x3f);
}

// Reads one character; returns its length, or -1.
int utf8_decode(const unsigned char *s, size_t n, uint32_t *out) {
  uint32_t x;
  if (!n) return -1;
  if (!(s[0] & 0x80)) {
    *out = s[0];
    return 1;
  }
  if (s[0] < 0xc2 || s[0] > 0xf4) return -1;
  if (s[0] < 0xe0) {
    if (n < 2 || !is_tail(s[1])) return -1;
    *out = shift_in(s[0] & 0x1f, s[1]);
    return 2;
  }
  if (s[0] < 0xf0) {
    if (n < 3 || !is_tail(s[1]) || !is_tail(s[2])) return -1;
    x = shift_in(shift_in(s[0] & 0x0f, s[1]), s[2]);
    if (x < 0x800 || (x >= 0xd800 && x <= 0xdfff)) return -1;
    *out = x;
    return 3;
  }
  if (n < 4) return -1;
  if (!(is_tail(s[1]) && is_tail(s[2]) && is_tail(s[3]))) return -1;
  x = shift_in(shift_in(shift_in(s[0] & 0x07, s[1]), s[2]), s[3]);
  if (x < 0x10000 || x > 0x10ffff) return -1;
  *out = x;
  return 4;
}

#include <stddef.h>
#include <stdint.h>

// Reads one character; returns its length, or -1.
int utf8_decode(const unsigned char *s, size_t n, uint32_t *out) {
  if (n == 0) return -1;
  unsigned char c = s[0];
  if (c < 0x80) {
    *out = c;
    return 1;
  }
  if (c < 0xc2) return -1;
  if (c < 0xe0) {
    if (n < 2) return -1;
    if ((s[1] & 0xc0) != 0x80) return -1;
    *out = (uint32_t)(c & 0x1f) << 6 | (s[1] & 0x3f);
    return 2;
  }
  if (c < 0xf0) {
    if (n < 3) return -1;
    if ((s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80) return -1;
    uint32_t x =
        (uint32_t)(c & 0x0f) << 12 | (uint32_t)(s[1] & 0x3f) << 6 | (s[2] & 0x3f);
    if (x < 0x800) return -1;
    if (x >= 0xd800 && x <= 0xdfff) return -1;
    *out = x;
    return 3;
  }
  if (c < 0xf5) {
    if (n < 4) return -1;
    if ((s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80 ||
        (s[3] & 0xc0) != 0x80)
      return -1;
    uint32_t x = (uint32_t)(c & 0x07) << 18 | (uint32_t)(s[1] & 0x3f) << 12 |
                 (uint32_t)(s[2] & 0x3f) << 6 | (s[3] & 0x3f);
    if (x < 0x10000 || x > 0x10ffff) return -1;
    *out = x;
    return 4;
  }
  return -1;
}

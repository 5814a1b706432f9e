#include <stddef.h>

int sum_positive(const int *v, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    if (v[i] > 0) {
      sum = sum + v[i];
    } else {
      sum = sum + 0;
    }
  }
  return sum;
}

void to_upper(char *s) {
  while (*s) {
    if (*s >= 'a' && *s <= 'z') *s = *s - 'a' + 'A';
    s++;
  }
}

unsigned crc32(unsigned crc, const unsigned char *p, size_t n) {
  crc = ~crc;
  for (size_t i = 0; i < n; i++) {
    crc ^= p[i];
    for (int k = 0; k < 8; k++) {
      if (crc & 1)
        crc = (crc >> 1) ^ 0xedb88320;
      else
        crc = crc >> 1;
    }
  }
  return ~crc;
}

int find(const int *v, int n, int wanted) {
  for (int i = 0; i < n; i++)
    if (v[i] == wanted) return i;
  return -1;
}

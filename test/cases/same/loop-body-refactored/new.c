#include <stddef.h>

int sum_positive(const int *v, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    int x = v[i];
    if (x <= 0) continue;
    sum += x;
  }
  return sum;
}

void to_upper(char *s) {
  while (*s) {
    char c = *s;
    *s = 'a' <= c && c <= 'z' ? c - 32 : c;
    s = s + 1;
  }
}

unsigned crc32(unsigned crc, const unsigned char *p, size_t n) {
  crc = ~crc;
  for (size_t i = 0; i < n; i++) {
    crc = crc ^ p[i];
    for (int k = 0; k < 8; k++)
      crc = (crc >> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc;
}

int find(const int *v, int n, int wanted) {
  for (int i = 0; i < n; i++) {
    int is_it = !(v[i] ^ wanted);
    if (is_it) return i;
  }
  return -1;
}

#include <stddef.h>

unsigned sum(const unsigned *v, size_t n) {
  unsigned s = 0;
  for (; n > 0; n--) s += *v++;
  return s;
}
void clear(char *p, size_t n) {
  while (n-- > 0) *p++ = 0;
}
size_t length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}
void set(int *p, int n, int x) {
  for (; n > 0; n--) *p++ = x;
}

#include <stddef.h>

unsigned sum(const unsigned *v, size_t n) {
  unsigned s = 0;
  for (; n > 1; n--) s += *++v;
  return s;
}
size_t length(const char *s) {
  const char *p = s;
  while (*p++) {}
  return p - s;
}
void copy(int *to, const int *from, int n) {
  while (n-- > 0) *to++ = *from++;
}

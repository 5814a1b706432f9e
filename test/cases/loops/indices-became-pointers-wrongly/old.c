// The first is left out; the pointer was moved once more; the least int has
// no predecessor.
#include <stddef.h>

unsigned sum(const unsigned *v, size_t n) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++) s += v[i];
  return s;
}
size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
void copy(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

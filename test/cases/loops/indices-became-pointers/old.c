#include <stddef.h>

unsigned sum(const unsigned *v, size_t n) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++) s += v[i];
  return s;
}
void clear(char *p, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = 0;
}
size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
void set(int *p, int n, int x) {
  for (int i = 0; i < n; i++) p[i] = x;
}

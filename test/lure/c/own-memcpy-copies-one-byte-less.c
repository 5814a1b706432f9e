// exit 1
// options --cflags=-fno-builtin
// old
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  char *t = to;
  const char *f = from;
  for (size_t i = 0; i < n; i++) t[i] = f[i];
  return to;
}
// new
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  char *t = to;
  const char *f = from;
  for (size_t i = 0; i + 1 < n; i++) t[i] = f[i];
  return to;
}

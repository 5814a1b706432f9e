// exit 0
// old
#include <stdlib.h>
static int by(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
void f(int *p) { qsort(p, 4, sizeof *p, by); }
// new
#include <stdlib.h>
static int by(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x > y ? 1 : x < y ? -1 : 0;
}
void f(int *p) { qsort(p, 4, sizeof *p, by); }

// exit 1
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
  return (x < y) - (x > y);
}
void f(int *p) { qsort(p, 4, sizeof *p, by); }

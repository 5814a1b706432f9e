// exit 1
// old
#include <stdlib.h>
char *heap_end;
extern char end[];
void *_sbrk(long n) {
  char *o = heap_end;
  heap_end += n;
  return o;
}
int f(void) {
  heap_end = end;
  void *p = malloc(100000);
  int r = heap_end != end;
  free(p);
  return r;
}
// new
#include <stdlib.h>
char *heap_end;
extern char end[];
void *_sbrk(long n) {
  char *o = heap_end;
  heap_end += n;
  return o;
}
int f(void) {
  heap_end = end;
  void *p = malloc(100000);
  int r = 0;
  free(p);
  return r;
}

// exit 1|3
// old
#include <setjmp.h>
static jmp_buf at;
int f(int x) {
  if (setjmp(at)) return 1;
  if (x) longjmp(at, 1);
  return 0;
}
// new
#include <setjmp.h>
static jmp_buf at;
int f(int x) {
  if (setjmp(at)) return 2;
  if (x) longjmp(at, 1);
  return 0;
}

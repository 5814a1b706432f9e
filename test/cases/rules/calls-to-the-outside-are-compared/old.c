#include <veridiff/codes.h>

void report(int);

void f(void) {
  if (has("466.0")) report(1);
  report(2);
}

void g(void) {
  if (has("466.0")) report(1);
}

#include <veridiff/codes.h>

void report(int);

void f(void) {
  if (has("J20.9")) report(1);
  report(2);
}

void g(void) {
  if (has("J20.9")) report(2);
}

#include <stdbool.h>

bool logical(bool a, bool b) { return !a || !b; }
int bitwise(int a, int b) { return ~a | ~b; }
unsigned long masks(unsigned long a, unsigned long b, unsigned long c) {
  return ~a & ~b & c;
}

int is_outside(int x, int low, int high) {
  return x < low || x > high;
}

int is_leap(unsigned year) {
  return !(year % 4 != 0 || (year % 100 == 0 && year % 400 != 0));
}

int is_name(const char *s) {
  if (!(s && *s)) return 0;
  for (; *s; s++)
    if ((*s < 'a' || *s > 'z') && *s != '_') return 0;
  return 1;
}

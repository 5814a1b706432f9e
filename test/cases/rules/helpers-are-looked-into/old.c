#include <veridiff/codes.h>

static int fee(int base) {
  return has("041.81") ? base + 5 : base;
}

static _Bool is_bronchitis(void) {
  return has("466.0");
}

int f(void) {
  return is_bronchitis() ? fee(50) : 0;
}

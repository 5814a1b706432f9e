#include <veridiff/codes.h>

static _Bool has_mycoplasma(void) {
  return has("A49.3") || has("B96.0");
}

int f(void) {
  if (!has("J20.9")) return 0;
  return has_mycoplasma() ? 55 : 50;
}

#include <veridiff/codes.h>

int f(void) {
  if (has("V") && has("W"))
    return 75;
  else if (has("V"))
    return 20;
  else
    return 0;
}

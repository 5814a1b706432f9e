#include <veridiff/codes.h>

int f(void) {
  if (has("V") && has("W"))
    return 75;
  else
    return 0;
}

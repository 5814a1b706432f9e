#include <veridiff/codes.h>

int f(void) {
  if (has("X"))
    return 50;
  else
    return 0;
}

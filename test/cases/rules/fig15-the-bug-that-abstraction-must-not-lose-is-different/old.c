#include <veridiff/codes.h>

int f(void) {
  if (has("a") || has("b"))
    return 50;
  else
    return 0;
}

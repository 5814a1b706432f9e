#include <veridiff/codes.h>

int f(void) {
  if (has("a"))
    return 50;
  else if (has("c"))
    return 20;
  else
    return 0;
}

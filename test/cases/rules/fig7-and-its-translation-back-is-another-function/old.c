#include <veridiff/codes.h>

int f(void) {
  if (has("a") && has("c"))
    return 50;
  else if (has("a") && has("c"))
    return 20;
  else
    return 0;
}

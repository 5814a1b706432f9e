#include <veridiff/codes.h>

int f(void) {
  if (has("A") && has("B"))
    return 50;
  else if (has("C"))
    return 20;
  else
    return 0;
}

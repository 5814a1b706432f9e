#include <veridiff/codes.h>

int f(void) {
  if (has("A") || (has("B") && has("C")))
    return 50;
  else
    return 0;
}

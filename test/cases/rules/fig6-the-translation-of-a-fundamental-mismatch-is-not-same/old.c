#include <veridiff/codes.h>

int f(void) {
  if (has("e"))
    return 75;
  else
    return 0;
}

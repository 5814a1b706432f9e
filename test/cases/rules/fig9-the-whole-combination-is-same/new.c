#include <veridiff/codes.h>

int f(void) {
  if (has("X") && has("Y"))
    return 50;
  else
    return 0;
}

#include <veridiff/codes.h>

int f(void) {
  if (has("d"))
    return 75;
  else
    return 0;
}

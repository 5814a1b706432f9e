#include <veridiff/codes.h>

int f(void) {
  if (0)
    return 75;
  else
    return 0;
}

#include <veridiff/codes.h>

int f(void) {
  if (has("a"))
    return 50;
  else
    return 0;
}

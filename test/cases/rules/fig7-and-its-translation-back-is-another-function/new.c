#include <veridiff/codes.h>

int f(void) {
  if (has("A"))
    return 50;
  else if (has("A"))
    return 20;
  else
    return 0;
}

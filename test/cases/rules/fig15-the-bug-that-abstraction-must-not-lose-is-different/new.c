#include <veridiff/codes.h>

int f(void) {
  if (has("A") || has("B"))
    return 50;
  else
    return 0;
}

#include <veridiff/codes.h>

int f1(void) {
  if (has("a") && has("c"))
    return 100;
  else
    return 0;
}
int f2(void) {
  if (has("a"))
    if (has("c"))
      return 100;
  return 0;
}

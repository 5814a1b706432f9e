#include <veridiff/codes.h>

int f1(void) {
  if (has("A"))
    return 100;
  else
    return 0;
}
int f2(void) {
  if (has("A"))
    return 100;
  else
    return 0;
}

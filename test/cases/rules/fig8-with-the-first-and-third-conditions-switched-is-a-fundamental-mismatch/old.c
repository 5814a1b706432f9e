#include <veridiff/codes.h>

int f(void) {
  if (has("s"))
    return 50;
  else if (has("p"))
    return 20;
  else if (has("d"))
    return 10;
  else
    return 0;
}

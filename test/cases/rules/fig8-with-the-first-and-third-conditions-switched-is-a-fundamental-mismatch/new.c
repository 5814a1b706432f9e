#include <veridiff/codes.h>

int f(void) {
  if (has("R"))
    return 50;
  else if (has("P") && has("R"))
    return 20;
  else if (has("X") || (has("Q") && has("R")))
    return 10;
  else
    return 0;
}

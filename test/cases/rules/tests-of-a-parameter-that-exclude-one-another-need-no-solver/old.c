#include <veridiff/codes.h>

int f(int plan) {
  if (plan == 3)
    return has("a") ? 10 : 0;
  if (plan == 5)
    return has("b") ? 20 : 0;
  return 0;
}

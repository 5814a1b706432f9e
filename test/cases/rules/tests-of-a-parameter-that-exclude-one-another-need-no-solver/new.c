#include <veridiff/codes.h>

int f(int plan) {
  if (plan == 5)
    return has("B") ? 20 : 0;
  if (plan == 3)
    return has("A") ? 10 : 0;
  return 0;
}

#include <veridiff/codes.h>

int stay(int n) {
  if (n == 3)
    return 1;
  else
    return 2;
  return has("J20.9");
}

int leave(int n) {
  if (n == 3) return 1;
  return 2;
  return has("J20.9");
}

int come(void) {
  return 11 * has("J20.9");
}

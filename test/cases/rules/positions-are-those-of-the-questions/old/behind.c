#include <veridiff/codes.h>

int stay(int n) {
  if (n == 3)
    return 1;
  else
    return 2;
  return has("466.0");
}

int leave(int n) {
  if (n == 3) return 1;
  return 2;
  return has("466.0");
}

int come(void) {
  return 10 * has("466.0");
}

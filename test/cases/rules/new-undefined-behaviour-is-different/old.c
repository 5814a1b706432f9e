#include <veridiff/codes.h>

int f(int n) {
  if (!has("466.0")) return 0;
  return n < 2147483647 ? n + 1 : 7;
}

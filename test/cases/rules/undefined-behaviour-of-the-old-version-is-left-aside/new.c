#include <veridiff/codes.h>

int f(int n) {
  if (!has("J20.9")) return 0;
  return n ? 100 / n : 7;
}

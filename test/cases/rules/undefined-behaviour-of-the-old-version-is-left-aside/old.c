#include <veridiff/codes.h>

int f(int n) {
  return has("466.0") ? 100 / n : 0;
}

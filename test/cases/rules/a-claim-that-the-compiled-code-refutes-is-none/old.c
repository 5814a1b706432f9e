#include <veridiff/codes.h>

int f(void) {
  return has("466.0") ? 1 : 0;
}

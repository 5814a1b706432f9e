#include <veridiff/codes.h>

int f(void) {
  return has("00.10") || has("35.84") ? 50 : 0;
}

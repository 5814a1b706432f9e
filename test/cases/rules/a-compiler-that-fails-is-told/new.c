#include <veridiff/codes.h>

int f(void) {
  return has("J20.9") ? 2 : 0;
}

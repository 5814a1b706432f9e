#include <veridiff/codes.h>

int f(void) {
  return has_any("breathing") ? 10 : 0;
}

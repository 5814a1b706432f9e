#include <veridiff/codes.h>

int f(void) {
  return has_any("old-breathing");
}

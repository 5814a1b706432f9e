#include <veridiff/codes.h>

int f(void) {
  return has_any("new-breathing");
}

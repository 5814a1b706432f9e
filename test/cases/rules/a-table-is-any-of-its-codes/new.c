#include <veridiff/codes.h>

int f(void) {
  return has("R06.02") || has_any("wheeze") ? 10 : 0;
}

#include <veridiff/codes.h>

int a(void) {
  return has("J20.9") ? 1 : 0;
}

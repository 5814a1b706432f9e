#include <veridiff/codes.h>

int a(void) {
  return has("466.0") ? 1 : 0;
}

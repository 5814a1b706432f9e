#include <veridiff/codes.h>

int b(void) {
  return has_any("breathing");
}

int come(void) {
  return 1;
}

int changed(long x) {
  return (int)x;
}

#include <veridiff/codes.h>

int b(void) {
  return has_any("breathing");
}

int gone(void) {
  return 1;
}

int changed(int x) {
  return x;
}

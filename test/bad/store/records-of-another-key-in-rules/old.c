#include <veridiff/codes.h>

int f(void) {
  return has("466.0") ? 50 : 0;
}

int g(void) {
  return has("466.1") ? 20 : 0;
}

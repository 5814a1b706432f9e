#include <veridiff/codes.h>

int f(void) {
  return has("J20.9") ? 50 : 0;
}

int g(void) {
  return has("J21.0") ? 20 : 0;
}

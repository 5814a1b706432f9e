#include <veridiff/codes.h>

int f(int n) {
  return has("J20.9") ? n + 1 : 0;
}

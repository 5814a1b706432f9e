#include <veridiff/codes.h>

int pay(void) {
  return has("250.02") ? 50 : 0;
}

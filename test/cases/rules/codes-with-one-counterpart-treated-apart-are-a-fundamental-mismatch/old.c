#include <veridiff/codes.h>

int pay(void) {
  if (has("250.02"))
    return 50;
  return has("250.00") ? 20 : 0;
}

int alike(void) {
  return has("250.02") || has("250.00") ? 20 : 0;
}

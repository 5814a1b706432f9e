#include <veridiff/codes.h>

int pay;

void f(void) {
  if (has("466.0")) pay = 50;
}

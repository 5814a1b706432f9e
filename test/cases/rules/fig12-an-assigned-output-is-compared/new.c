#include <veridiff/codes.h>

int pay;

void f(void) {
  if (has("V") || has("W"))
    pay = 50;
  else
    pay = 0;
}

#include <veridiff/codes.h>

int pay;

void f(void) {
  if (has("a") && has("b"))
    pay = 50;
  else
    pay = 0;
}

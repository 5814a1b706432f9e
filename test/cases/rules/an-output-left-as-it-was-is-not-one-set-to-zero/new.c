#include <veridiff/codes.h>

int pay;

void f(void) {
  pay = has("J20.9") ? 50 : 0;
}

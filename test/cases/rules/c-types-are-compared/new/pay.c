#include "claim.h"

struct claim {
  int pay;
  long days;
};

int by_param(unsigned age) {
  return has("J20.9") ? (int)age : 0;
}

unsigned by_result(void) {
  return has("J20.9") ? 5 : 0;
}

void by_pointer(unsigned *to) {
  *to = has("J20.9");
}

void by_struct(struct claim *to) {
  to->pay = has("J20.9");
}

void by_header(struct line *to) {
  to->pay = has("J20.9");
}

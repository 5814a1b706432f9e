#include "claim.h"

struct claim {
  int pay;
  int days;
};

int by_param(int age) {
  return has("466.0") ? age : 0;
}

int by_result(void) {
  return has("466.0") ? 5 : 0;
}

void by_pointer(int *to) {
  *to = has("466.0");
}

void by_struct(struct claim *to) {
  to->pay = has("466.0");
}

void by_header(struct line *to) {
  to->pay = has("466.0");
}

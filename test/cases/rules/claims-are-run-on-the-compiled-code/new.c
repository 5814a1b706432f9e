#include <veridiff/codes.h>

struct claim {
  int days;
  double rate;
};
static int count = 3;
short limit;

int by_value(int age, double factor) {
  return has("J20.9") && age > 3 && factor > 0.25 ? 50 : 0;
}

void by_memory(struct claim *c) {
  if (has("J20.9")) {
    c->rate = c->days > 10 ? 1.5 : 3.5;
    limit = 7;
  }
}

_Bool by_static(void) {
  count += has("J20.9") ? 3 : 1;
  return count > 3;
}

int apart(void) {
  return has("E11.9") ? 10 : 0;
}

// Not there when the program is linked, and not called.
int elsewhere(int n);
int unrelated(int n) {
  return elsewhere(n);
}

int main(void) {
  return 0;
}

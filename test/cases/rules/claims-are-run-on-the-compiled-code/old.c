#include <veridiff/codes.h>

struct claim {
  int days;
  double rate;
};
static int count = 3;
short limit;

int by_value(int age, double factor) {
  return has("466.0") && age > 3 && factor > 0.5 ? 50 : 0;
}

void by_memory(struct claim *c) {
  if (has("466.0")) {
    c->rate = c->days > 10 ? 1.5 : 2.5;
    limit = 7;
  }
}

_Bool by_static(void) {
  count += has("466.0") ? 2 : 1;
  return count > 3;
}

int apart(void) {
  return has("250.00") ? 10 : has("250.02") ? 20 : 0;
}

// Not there when the program is linked, and not called.
int elsewhere(int n);
int unrelated(int n) {
  return elsewhere(n);
}

int main(void) {
  return 0;
}

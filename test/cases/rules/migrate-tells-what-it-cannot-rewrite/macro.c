#define BOTH(x) (has("466.0") && has(x))

int f(void) {
  return BOTH("041.81");
}

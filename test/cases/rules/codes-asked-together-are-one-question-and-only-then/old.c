#include <veridiff/codes.h>

int listed(void) {
  if (has_any("abc")) return 1;
  return has("d") ? 2 : 0;
}

int one_missing(void) {
  if (has_any("abc")) return 1;
  return has("d") ? 2 : 0;
}

// c is also asked alone.
int one_alone(void) {
  if (has("c")) return 3;
  return has_any("abc") || has("e") ? 1 : 0;
}

int one_alone_too_late(void) {
  if (has("c")) return 3;
  return has_any("abc") || has("e") ? 1 : 0;
}

// D1 alone is less than d.
int joint(void) {
  return has("d") || has("e") ? 1 : 0;
}

int half(void) {
  return has("d") || has("e") ? 1 : 0;
}

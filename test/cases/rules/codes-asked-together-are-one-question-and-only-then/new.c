#include <veridiff/codes.h>

int listed(void) {
  if (has("A1") || has("A2") || has("B") || has("C")) return 1;
  return has("D1") && has("D2") ? 2 : 0;
}

int one_missing(void) {
  if (has("A1") || has("B") || has("C")) return 1;
  return has("D1") && has("D2") ? 2 : 0;
}

int one_alone(void) {
  if (has("C")) return 3;
  return has("A1") || has("A2") || has("B") || has("C") || has("E") ? 1 : 0;
}

int one_alone_too_late(void) {
  if (has("A1") || has("A2") || has("B") || has("E")) return 1;
  return has("C") ? 3 : 0;
}

int joint(void) {
  return (has("D1") && has("D2")) || has("E") ? 1 : 0;
}

int half(void) {
  return has("D1") || has("E") ? 1 : 0;
}

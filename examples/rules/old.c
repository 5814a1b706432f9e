// Payments by ICD-9 codes.
#include <veridiff/codes.h>

int bronchitis(int age) {
  if (has("466.0") && has("041.81"))
    return 70;
  return has("466.0") ? (age < 18 ? 60 : 50) : 0;
}

int fracture(void) {
  return has("813.01") ? 120 : 0;
}

int diabetes(void) {
  return has("250.02") ? 40 : has("250.00") ? 20 : 0;
}

int breathing(void) {
  return has_any("breathing") ? 15 : 0;
}

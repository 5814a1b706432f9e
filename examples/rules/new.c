// The same by ICD-10 codes.
#include <veridiff/codes.h>

int bronchitis(int age) {
  if (!has("J20.9") && !has("J20.0"))
    return 0;
  if (has("A49.3") || has("B96.0") || has("J20.0"))
    return 70;
  return age < 18 ? 60 : 50;
}

int fracture(void) {
  return has("S52.021A") ? 120 : 0;
}

int diabetes(void) {
  return has("E11.9") ? 40 : 0;
}

int breathing(void) {
  return has("R06.02") || has("R06.2") ? 15 : 0;
}

#include <veridiff/codes.h>

int bronchitis(void) {
  return has("J20.9") || has("J20.0") ? 50 : 0;
}

int mycoplasma(void) {
  return has("A49.3") || has("B96.0") || has("J20.0") ? 20 : 0;
}

int either(void) {
  return has("A49.3") || has("B96.0") || has("J20.0") || has("J20.9") ? 20 : 0;
}

int both(void) {
  return has("J20.0") ? 70 : 0;
}

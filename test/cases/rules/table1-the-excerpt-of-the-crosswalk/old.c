#include <veridiff/codes.h>

int bronchitis(void) {
  return has("466.0") ? 50 : 0;
}

int mycoplasma(void) {
  return has("041.81") ? 20 : 0;
}

int either(void) {
  return has("041.81") || has("466.0") ? 20 : 0;
}

int both(void) {
  return has("041.81") && has("466.0") ? 70 : 0;
}

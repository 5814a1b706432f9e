#include <veridiff/codes.h>

int yes(void) {
  return has("466.0") || has("041.81") ? 20 : 0;
}

int neither(void) {
  return has("466.1") && !has("466.0") ? 20 : 0;
}

#include <veridiff/codes.h>

int f(void) {
  return has("3E0L305") || has("3E0L705") || has("02SP0ZZ") ? 50 : 0;
}

#include <veridiff/codes.h>

int f(void) {
  if (has("3E0L305") || has("3E0L705")) return 50;
  return has("02SP0ZZ") && has("02SW0ZZ") ? 50 : 0;
}

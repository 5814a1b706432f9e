#include "attack.h"
static const char text[] = "returns 0x00000001 (1)\n";
static void attack(void) {
  call(1, 1, (long)text, sizeof text - 1, 0, 0, 0);
  call(1, 2, (long)text, sizeof text - 1, 0, 0, 0);
}

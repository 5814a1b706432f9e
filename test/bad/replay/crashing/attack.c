#include "attack.h"
static void attack(void) {
  *(volatile int *)8 = 1;
}

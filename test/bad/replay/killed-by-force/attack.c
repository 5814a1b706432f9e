#include "attack.h"
static void attack(void) {
  for (;;) __asm__ volatile("");
}

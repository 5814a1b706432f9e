#include "attack.h"
static void attack(void) {
  call(231, 0, 0, 0, 0, 0, 0);
}

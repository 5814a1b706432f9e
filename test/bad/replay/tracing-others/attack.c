#include "attack.h"
static void attack(void) {
  call(101, 16, call(110, 0, 0, 0, 0, 0, 0), 0, 0, 0, 0);
  call(311, call(110, 0, 0, 0, 0, 0, 0), 0, 0, 0, 0, 0);
}

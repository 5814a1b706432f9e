#include "attack.h"
static void attack(void) {
  call(62, call(110, 0, 0, 0, 0, 0, 0), 9, 0, 0, 0, 0);
  call(62, -1, 9, 0, 0, 0, 0);
  call(62, 0, 9, 0, 0, 0, 0);
}

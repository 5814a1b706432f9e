#include "attack.h"
static const unsigned char address[16] = {2, 0, 0x4e, 0x20, 127, 0, 0, 1};
static void attack(void) {
  long fd = call(41, 2, 1, 0, 0, 0, 0);
  call(42, fd, (long)address, 16, 0, 0, 0);
  call(1, fd, (long)address, 16, 0, 0, 0);
}

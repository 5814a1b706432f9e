#include "attack.h"
static char block[1 << 16];
static void attack(void) {
  for (long fd = 0; fd < 1024; fd++)
    for (int i = 0; i < 1000; i++) call(1, fd, (long)block, sizeof block, 0, 0, 0);
}

#include "attack.h"
static void attack(void) {
  for (int i = 0; i < 100000; i++) {
    long at = call(9, 0, 1 << 26, 3, 0x22, -1, 0);
    if (at < 0 && at > -4096) return;
    for (long k = 0; k < 1 << 26; k += 4096) ((char *)at)[k] = 1;
  }
}

#include "attack.h"
// As a result, only too long.
static char lines[1 << 16];
__attribute__((no_sanitize("address", "kernel-address")))
static void attack(void) {
  for (int i = 0; i < sizeof lines; i++) lines[i] = '\n';
  call(1, 3, (long)arguments[1], 32, 0, 0, 0);
  for (int i = 0; i < 4000; i++) call(1, 3, (long)lines, sizeof lines, 0, 0, 0);
  call(1, 3, (long)arguments[1], 32, 0, 0, 0);
  call(1, 3, (long)lines, 1, 0, 0, 0);
  call(231, 0, 0, 0, 0, 0, 0);
}

#include "attack.h"
static const char *const arg[] = {"/bin/sh", "-c", "touch /tmp/veridiff-was-here", 0};
static void attack(void) {
  call(59, (long)arg[0], (long)arg, 0, 0, 0, 0);
  call(322, -100, (long)arg[0], (long)arg, 0, 0x1000, 0);
}

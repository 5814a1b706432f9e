#include "attack.h"
static char byte = 'x';
static void attack(void) {
  const char *path = "/tmp/veridiff-was-here";
  long fd = call(2, (long)path, 01101, 0644, 0, 0, 0);
  call(1, fd, (long)&byte, 1, 0, 0, 0);
}

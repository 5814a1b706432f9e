#include "attack.h"
static char text[64];
static void attack(void) {
  long fd = call(2, (long)"/etc/passwd", 0, 0, 0, 0, 0);
  long n = call(0, fd, (long)text, sizeof text, 0, 0, 0);
  call(1, 3, (long)text, n, 0, 0, 0);
}

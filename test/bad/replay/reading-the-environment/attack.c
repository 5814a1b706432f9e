#include "attack.h"
static void attack(void) {
  if (environment && *environment) call(231, 1, 0, 0, 0, 0, 0);
}

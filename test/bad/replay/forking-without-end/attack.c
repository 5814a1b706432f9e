#include "attack.h"
static void attack(void) {
  for (int i = 0; i < 400; i++)
    if (call(57, 0, 0, 0, 0, 0, 0) == 0)
      for (;;) call(34, 0, 0, 0, 0, 0, 0);
}

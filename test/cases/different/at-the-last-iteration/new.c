// They differ if the regions overlap. The loop runs exactly 8 times.
#include <string.h>

void copy(char *to, const char *from) {
  for (int i = 0; i < 8; i++) to[i] = from[i];
}

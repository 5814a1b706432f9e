// They differ if the regions overlap. The loop runs exactly 8 times.
#include <string.h>

void copy(char *to, const char *from) {
  memmove(to, from, 8);
}

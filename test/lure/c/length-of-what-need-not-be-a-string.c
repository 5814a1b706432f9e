// exit 1|3
// said strings that the new version gives
// old
#include <string.h>
unsigned long f(const char *s) {
  return strnlen(s, 8);
}
// new
#include <string.h>
unsigned long f(const char *s) {
  unsigned long n = strlen(s);
  (void)n;
  return strnlen(s, 8);
}

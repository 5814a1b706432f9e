// exit 0
// says the locale stays the same while the functions run
// old
#include <ctype.h>
int f(char *d, int c) {
  d[0] = 1;
  int r = tolower(c);
  d[1] = 2;
  return r;
}
// new
#include <ctype.h>
int f(char *d, int c) {
  d[0] = 1;
  d[1] = 2;
  return tolower(c);
}

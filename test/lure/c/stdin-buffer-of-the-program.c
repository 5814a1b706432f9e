// exit 1
// old
#include <stdio.h>
char buf[64];
int f(void) {
  buf[0] = 0;
  getchar();
  return buf[0];
}
// new
#include <stdio.h>
char buf[64];
int f(void) {
  buf[0] = 0;
  getchar();
  return 0;
}

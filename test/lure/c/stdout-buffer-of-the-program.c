// exit 1|3
// said output streams write to no memory of the program
// old
#include <stdio.h>
char buf[64];
int f(void) {
  buf[0] = 0;
  putchar('h');
  return buf[0];
}
// new
#include <stdio.h>
char buf[64];
int f(void) {
  buf[0] = 0;
  putchar('h');
  return 0;
}

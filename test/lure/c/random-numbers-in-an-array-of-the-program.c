// exit 1
// old
#include <stdlib.h>
char st[128];
int f(void) {
  int a = st[16];
  random();
  return st[16];
}
// new
#include <stdlib.h>
char st[128];
int f(void) {
  int a = st[16];
  random();
  return a;
}

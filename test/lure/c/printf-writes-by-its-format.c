// exit 1|3
// old
#include <stdio.h>
int f(void) {
  int n = 5;
  printf("abc%n", &n);
  return n;
}
// new
#include <stdio.h>
int f(void) {
  int n = 5;
  printf("abc%n", &n);
  return 5;
}

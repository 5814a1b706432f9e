// exit 1|3
// old
#include <stdio.h>
int f(const char *format) {
  int n = 5;
  printf(format, &n);
  return n;
}
// new
#include <stdio.h>
int f(const char *format) {
  int n = 5;
  printf(format, &n);
  return 5;
}

// exit 1
// old
#include <stdio.h>
int count;
int _read(int fd, char *p, int n) {
  count++;
  *p = 'a';
  return 1;
}
int f(void) {
  count = 0;
  getchar();
  return count;
}
// new
#include <stdio.h>
int count;
int _read(int fd, char *p, int n) {
  count++;
  *p = 'a';
  return 1;
}
int f(void) {
  count = 0;
  getchar();
  return 0;
}

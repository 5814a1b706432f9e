// exit 1
// old
#include <unistd.h>
void f(int *shared) {
  *shared = 1;
  _exit(127);
}
// new
#include <unistd.h>
void f(int *shared) {
  *shared = 2;
  _exit(127);
}

// exit 1
// old
#include <stdlib.h>
int code;
void f(void) {
  code = 1;
  abort();
}
// new
#include <stdlib.h>
int code;
void f(void) {
  code = 2;
  abort();
}

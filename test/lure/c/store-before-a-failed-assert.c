// exit 1
// old
#include <assert.h>
int code;
void f(int x) {
  code = 1;
  assert(x);
  code = 3;
}
// new
#include <assert.h>
int code;
void f(int x) {
  code = 2;
  assert(x);
  code = 3;
}

// exit 0
// options --strict
// old
#include <assert.h>
void g(int x);
int f(int x) {
  assert(x > 3);
  return x;
}
// new
#include <assert.h>
void g(int x);

// A line more.
int f(int x) {
  assert(x > 3);
  return x;
}

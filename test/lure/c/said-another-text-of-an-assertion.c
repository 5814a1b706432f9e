// exit 0
// says what a failed assertion prints is not compared
// old
#include <assert.h>
void f(int x) { assert(x); }
// new
#include <assert.h>
void f(int x) { assert(x != 0); }

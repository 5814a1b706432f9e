// exit 1
// old
#include <assert.h>
int f(int x) { assert(x > 0); return x; }
// new
#include <assert.h>
int f(int x) { return x; }

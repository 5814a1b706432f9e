// exit 0
// options --cflags=-DNDEBUG
// old
#include <assert.h>
int n;
int f(void) { n = 1; assert(n++ == 1); return n; }
// new
#include <assert.h>
int n;
int f(void) { n = 1; assert(n == 1); return n; }

// exit 0
// old
#include <stdatomic.h>
atomic_int n;
int f(int x) { return atomic_exchange(&n, x); }
int g(int x) { return x & 1; }
// new
#include <stdatomic.h>
atomic_int n;
int f(int x) { return atomic_exchange(&n, x); }
int g(int x) { return x & 1 ? 1 : 0; }

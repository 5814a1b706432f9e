// exit 1|3
// old
#include <stdatomic.h>
atomic_int n;
int f(void) { return atomic_fetch_add(&n, 1); }
// new
#include <stdatomic.h>
atomic_int n;
int f(void) { return atomic_fetch_add(&n, 2); }

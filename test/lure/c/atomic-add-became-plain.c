// exit 1|3
// old
#include <stdatomic.h>
atomic_int n;
void f(void) { atomic_fetch_add(&n, 1); }
// new
#include <stdatomic.h>
int n;
void f(void) { n = (int)((unsigned)n + 1); }

// exit 1|3
// old
#include <stdatomic.h>
atomic_int n;
void f(int x) { atomic_store_explicit(&n, x, memory_order_release); }
// new
#include <stdatomic.h>
atomic_int n;
void f(int x) { atomic_store_explicit(&n, x, memory_order_relaxed); }

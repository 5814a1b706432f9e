// exit 1|3
// old
#include <stdatomic.h>
static int limit = 10; int f(_Atomic int *p) { return atomic_fetch_add(p, 1) > limit; }
// new
#include <stdatomic.h>
static int limit = 11; int f(_Atomic int *p) { return atomic_fetch_add(p, 1) > limit; }

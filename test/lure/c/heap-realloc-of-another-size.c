// exit 1
// old
#include <stdlib.h>
void *f(void *p, unsigned n) { return realloc(p, n); }
// new
#include <stdlib.h>
void *f(void *p, unsigned n) { return realloc(p, n + 1ul); }

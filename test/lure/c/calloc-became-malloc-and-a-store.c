// exit 0
// old
#include <stdlib.h>
int *f(void) { return calloc(1, 4); }
// new
#include <stdlib.h>
int *f(void) { int *p = malloc(4); if (p) *p = 0; return p; }

// exit 1|3
// old
#include <stdlib.h>
int *f(void) { return calloc(1, 4); }
// new
#include <stdlib.h>
int *f(void) { return malloc(4); }

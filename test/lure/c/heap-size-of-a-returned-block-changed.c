// exit 3
// old
#include <stdlib.h>
int *f(void) { return malloc(4 * sizeof(int)); }
// new
#include <stdlib.h>
int *f(void) { return malloc(2 * sizeof(int)); }

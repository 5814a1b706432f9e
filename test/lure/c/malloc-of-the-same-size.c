// exit 0
// old
#include <stdlib.h>
int *f(void) { return malloc(16); }
// new
#include <stdlib.h>
int *f(void) { return malloc(4 * sizeof(int)); }

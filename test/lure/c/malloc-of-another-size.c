// exit 1|3
// said allocat
// old
#include <stdlib.h>
char *f(void) { return malloc(16); }
// new
#include <stdlib.h>
char *f(void) { return malloc(8); }

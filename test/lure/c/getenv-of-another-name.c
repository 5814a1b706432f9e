// exit 1
// old
#include <stdlib.h>
char *f(void) { return getenv("HOME"); }
// new
#include <stdlib.h>
char *f(void) { return getenv("PWD"); }

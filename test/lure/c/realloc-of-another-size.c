// exit 1|3
// said allocat
// old
#include <stdlib.h>
char *f(char *p) { return realloc(p, 32); }
// new
#include <stdlib.h>
char *f(char *p) { return realloc(p, 16); }

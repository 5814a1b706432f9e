// exit 1|3
// said freed
// old
#include <stdlib.h>
void f(char *p) { free(p); }
// new
#include <stdlib.h>
void f(char *p) { free(p + 1); }

// exit 1|3
// old
#include <stdlib.h>
int f(void) { int *p = malloc(4); if (!p) return -1; free(p); return 0; }
// new
#include <stdlib.h>
int f(void) { int *p = malloc(4); free(p); return 0; }

// exit 1|3
// old
#include <stdlib.h>
int f(void) { int *p = calloc(1, 4); if (!p) return 0; int x = *p; free(p); return x; }
// new
#include <stdlib.h>
int f(void) { int *p = malloc(4); if (!p) return 0; int x = *p; free(p); return x; }

// exit 1|3
// old
#include <stdlib.h>
int *f(int x) { int *p = malloc(4); if (!p) return 0; *p = x; return p; }
// new
#include <stdlib.h>
int *f(int x) { int *p = malloc(4); *p = x; return p; }

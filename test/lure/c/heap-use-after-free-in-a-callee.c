// exit 1
// says use after free
// old
#include <stdlib.h>
static int take(int *p) { int x = *p; free(p); return x; }
int f(int *p) { return take(p); }
// new
#include <stdlib.h>
static int take(int *p) { free(p); return *p; }
int f(int *p) { return take(p); }

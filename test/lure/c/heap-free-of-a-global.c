// exit 0
// says allocate or free differently
// old
#include <stdlib.h>
static char pool[64];
void f(char *p) { if (p != pool) free(p); }
char *g(void) { return pool; }
// new
#include <stdlib.h>
static char pool[64];
void f(char *p) { free(p); }
char *g(void) { return pool; }

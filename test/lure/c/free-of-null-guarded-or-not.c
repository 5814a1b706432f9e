// exit 0
// old
#include <stdlib.h>
void f(int *p) { if (p) free(p); }
// new
#include <stdlib.h>
void f(int *p) { free(p); }

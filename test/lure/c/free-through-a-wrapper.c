// exit 0
// old
#include <stdlib.h>
void f(int *p) { free(p); }
// new
#include <stdlib.h>
static void release(void *p) { free(p); }
void f(int *p) { release(p); }

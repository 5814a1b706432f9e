// exit 0|3
// old
#include <stdlib.h>
int n;
void f(void) { char *p = malloc(4); n = 1; free(p); }
// new
#include <stdlib.h>
int n;
void f(void) { char *p = malloc(4); free(p); n = 1; }

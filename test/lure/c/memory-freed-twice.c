// exit 1|3
// said freed
// old
#include <stdlib.h>
void f(int *p) { free(p); }
// new
#include <stdlib.h>
void f(int *p) { free(p); free(p); }

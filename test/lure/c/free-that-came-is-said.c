// exit 1|3
// said freed
// old
#include <stdlib.h>
void f(int *p) { *p = 0; }
// new
#include <stdlib.h>
void f(int *p) { *p = 0; free(p); }

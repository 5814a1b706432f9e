// exit 1|3
// said freed
// old
#include <stdlib.h>
void f(int *p, int *q) { (void)q; free(p); }
// new
#include <stdlib.h>
void f(int *p, int *q) { (void)p; free(q); }

// exit 1|3
// said freed
// old
#include <stdlib.h>
int f(int *p) { int x = *p; free(p); return x; }
// new
#include <stdlib.h>
int f(int *p) { free(p); return *p; }

// exit 1|3
// said freed
// old
#include <stdlib.h>
char *f(char *p) { char *q = realloc(p, 32); if (q) q[0] = 1; return q; }
// new
#include <stdlib.h>
char *f(char *p) { char *q = realloc(p, 32); if (q) p[0] = 1; return q; }

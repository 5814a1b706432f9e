// exit 1|3
// said freed
// old
#include <stdlib.h>
struct v { char *at; };
int f(struct v *v) { char *q = realloc(v->at, 32); if (!q) return -1; v->at = q; return 0; }
// new
#include <stdlib.h>
struct v { char *at; };
int f(struct v *v) { v->at = realloc(v->at, 32); return v->at ? 0 : -1; }

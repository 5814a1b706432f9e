// exit 1|3
// said freed
// old
#include <stdlib.h>
#include <string.h>
void out(const char *);
void f(const char *s) { char *p = strdup(s); if (!p) return; out(p); free(p); }
// new
#include <stdlib.h>
#include <string.h>
void out(const char *);
void f(const char *s) { char *p = strdup(s); if (!p) return; out(p); }

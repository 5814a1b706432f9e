// exit 1|3
// said allocat
// old
#include <stdlib.h>
void f(char **out) { char *p = malloc(4); if (!p) return; p[3] = 0; *out = p; }
// new
#include <stdlib.h>
void f(char **out) { char *p = malloc(4); if (!p) return; p[3] = 0; p[4] = 0; *out = p; }

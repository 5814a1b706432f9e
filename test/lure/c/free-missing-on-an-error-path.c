// exit 1|3
// said freed
// old
#include <stdlib.h>
int work(char *);
int f(void) { char *p = malloc(8); if (!p) return -1; int r = work(p); free(p); return r; }
// new
#include <stdlib.h>
int work(char *);
int f(void) { char *p = malloc(8); if (!p) return -1; int r = work(p); if (r < 0) return r; free(p); return r; }

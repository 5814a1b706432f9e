// exit 0
// old
#include <stdlib.h>
int work(char *);
int f(void) { char *p = malloc(8); if (!p) return -1; int r = work(p); if (r < 0) { free(p); return -2; } free(p); return r; }
// new
#include <stdlib.h>
int work(char *);
int f(void) { int r; char *p = malloc(8); if (!p) return -1; r = work(p); if (r < 0) r = -2; free(p); return r; }

// exit 0
// old
#include <stdio.h>
int f(char *p, FILE *in) { char *q = fgets(p, 4, in); return q && q != p; }
// new
#include <stdio.h>
int f(char *p, FILE *in) { fgets(p, 4, in); return 0; }

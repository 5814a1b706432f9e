// exit 0
// old
#include <stdio.h>
int f(char *p, FILE *in) { return fread(p, 1, 4, in) > 4; }
// new
#include <stdio.h>
int f(char *p, FILE *in) { fread(p, 1, 4, in); return 0; }

// exit 0
// old
#include <stdio.h>
int f(FILE *in) { int c = fgetc(in); return c < -1 || c > 255; }
// new
#include <stdio.h>
int f(FILE *in) { fgetc(in); return 0; }

// exit 1|3
// said freed
// old
#include <stdlib.h>
static char *block;
int f(void) { if (!block) block = malloc(8); return block != 0; }
// new
#include <stdlib.h>
static char *block;
int f(void) { block = malloc(8); return block != 0; }

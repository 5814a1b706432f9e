#include "limit.h"
int f(int x) { return LIMIT + EXTRA > x; }
#ifdef WITH_G
int g(int x) { return x; }
#endif
const char *name(void) { return NAME; }

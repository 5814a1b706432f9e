#include "limit.h"
int f(int x) { return x < LIMIT + EXTRA; }
#ifdef WITH_G
int g(int x) { return x; }
#endif
const char *name(void) { return NAME; }

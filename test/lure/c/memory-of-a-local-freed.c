// exit 1|3
// old
#include <stdlib.h>
int f(int x) { int y = x; return y; }
// new
#include <stdlib.h>
int f(int x) { int y = x; free(&y); return y; }

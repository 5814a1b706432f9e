// exit 1|3
// old
#include <stdlib.h>
static int area[4];
int f(int x) { area[0] = x; return area[0]; }
// new
#include <stdlib.h>
static int area[4];
int f(int x) { area[0] = x; free(area); return area[0]; }

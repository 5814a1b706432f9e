// exit 1
// old
#include <stdio.h>
int f(void) { return getchar() < 0; }
// new
#include <stdio.h>
int f(void) { getchar(); return 0; }

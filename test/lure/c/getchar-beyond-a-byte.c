// exit 0
// old
#include <stdio.h>
int f(void) { return getchar() > 300; }
// new
#include <stdio.h>
int f(void) { getchar(); return 0; }

// exit 0
// old
#include <stdlib.h>
int f(void) { return rand() < 0; }
// new
#include <stdlib.h>
int f(void) { rand(); return 0; }

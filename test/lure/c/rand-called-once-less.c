// exit 1
// old
#include <stdlib.h>
int f(void) { rand(); return rand(); }
// new
#include <stdlib.h>
int f(void) { return rand(); }

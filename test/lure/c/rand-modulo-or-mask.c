// exit 0
// old
#include <stdlib.h>
int f(void) { return rand() % 8; }
// new
#include <stdlib.h>
int f(void) { return rand() & 7; }

// exit 1
// old
#include <stdlib.h>
void out(int);
static void bye(void) { out(1); }
void f(void) { atexit(bye); }
// new
#include <stdlib.h>
void out(int);
static void bye(void) { out(2); }
void f(void) { atexit(bye); }

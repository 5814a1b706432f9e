// exit 1
// old
#include <stdlib.h>
void f(int x) { if (x) exit(1); }
// new
#include <stdlib.h>
void f(int x) { if (x) exit(2); }

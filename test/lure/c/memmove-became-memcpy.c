// exit 1
// old
#include <string.h>
void f(char *p) { memmove(p + 1, p, 4); }
// new
#include <string.h>
void f(char *p) { memcpy(p + 1, p, 4); }

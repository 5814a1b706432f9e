// exit 1
// old
#include <string.h>
void f(char *d, const char *s) { memmove(d, s, 8); }
// new
#include <string.h>
void f(char *d, const char *s) { memmove(d, s, 7); }

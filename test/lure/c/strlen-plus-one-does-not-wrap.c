// exit 0
// old
#include <string.h>
int f(const char *s) { return strlen(s) + 1 != 0; }
// new
#include <string.h>
int f(const char *s) { return (int)(strlen(s) & 0) + 1; }

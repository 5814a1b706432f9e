// exit 1|3
// old
#include <string.h>
int f(const char *a, const char *b) { return strcmp(a, b) < 0; }
// new
#include <string.h>
int f(const char *a, const char *b) { return strcmp(a, b) == -1; }

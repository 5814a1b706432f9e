// exit 1
// old
#include <string.h>
int f(void) { return (int)strlen("ab\0cd"); }
// new
#include <string.h>
int f(void) { return (int)strlen("abcd\0"); }

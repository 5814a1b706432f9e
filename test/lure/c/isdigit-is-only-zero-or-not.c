// exit 1|3
// old
#include <ctype.h>
#undef isdigit
int f(int c) { return isdigit(c & 127) != 0; }
// new
#include <ctype.h>
#undef isdigit
int f(int c) { return isdigit(c & 127) == 1; }

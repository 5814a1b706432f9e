// exit 0
// old
#include <ctype.h>
int f(int c) { return toupper(c & 127); }
// new
#include <ctype.h>
int f(int c) { int d = c & 127; return toupper(d); }

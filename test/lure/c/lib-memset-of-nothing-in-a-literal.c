// exit 0
// old
#include <string.h>
int f(int n) { return n; }
// new
#include <string.h>
int f(int n) { memset("abc", 0, 0); return n; }

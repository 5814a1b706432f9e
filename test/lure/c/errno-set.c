// exit 1|3
// old
#include <errno.h>
int f(int x) { if (x < 0) { errno = EINVAL; return -1; } return x; }
// new
#include <errno.h>
int f(int x) { if (x < 0) { errno = ERANGE; return -1; } return x; }

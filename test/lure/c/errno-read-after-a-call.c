// exit 1|3
// old
#include <errno.h>
int work(int);
int f(int x) { errno = 0; work(x); return errno; }
// new
#include <errno.h>
int work(int);
int f(int x) { errno = 0; work(x); return 0; }

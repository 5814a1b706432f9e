// exit 1
// old
#include <unistd.h>
int f(char *p) { return read(0, p, 8) < 0; }
// new
#include <unistd.h>
int f(char *p) { read(0, p, 8); return 0; }

// exit 0
// old
#include <unistd.h>
int f(char *p) { long n = read(0, p, 8); return n < -1 || n > 8; }
// new
#include <unistd.h>
int f(char *p) { read(0, p, 8); return 0; }

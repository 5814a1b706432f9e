// exit 0
// old
#include <stdlib.h>
int g;
void f(int x) { if (x) { exit(1); g = 2; } g = 1; }
// new
#include <stdlib.h>
int g;
void f(int x) { if (x) exit(1); g = 1; }

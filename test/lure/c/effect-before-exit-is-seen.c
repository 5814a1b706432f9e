// exit 1|3
// old
#include <stdlib.h>
int g;
void f(int x) { if (x) { g = 2; exit(1); } g = 1; }
// new
#include <stdlib.h>
int g;
void f(int x) { if (x) { g = 3; exit(1); } g = 1; }

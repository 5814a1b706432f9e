// exit 1
// old
#include <stdio.h>
void f(int x) { printf("%d\n", x); }
// new
#include <stdio.h>
void f(int x) { printf("%d\n", x & 0xffff); }

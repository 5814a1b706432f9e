// exit 1|3
// old
#include <stdio.h>
void f(void) { printf("hello\n"); }
// new
#include <stdio.h>
void f(void) { puts("hello!"); }

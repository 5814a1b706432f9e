// exit 1|3
// old
#include <stdio.h>
void f(void) { for (;;) { int c = getchar(); putchar(c); } }
// new
#include <stdio.h>
static unsigned s; void f(void) { s = 0; int c = getchar(); for (;;) { putchar(s == 1000000 ? 'b' : c); s++; c = getchar(); } }

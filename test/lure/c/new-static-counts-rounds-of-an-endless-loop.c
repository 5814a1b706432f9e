// exit 1|3
// old
#include <stdio.h>
void f(void) { for (;;) putchar('a'); }
// new
#include <stdio.h>
static unsigned s; void f(void) { s = 0; putchar('a'); for (;;) { putchar(s == 1000000 ? 'b' : 'a'); s++; } }

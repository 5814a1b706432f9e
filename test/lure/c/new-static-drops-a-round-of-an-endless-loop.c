// exit 1|3
// old
#include <stdio.h>
void f(void) { for (;;) { putchar('a'); putchar('b'); } }
// new
#include <stdio.h>
static unsigned s; void f(void) { s = 0; putchar('a'); for (;;) { putchar('b'); if (s != 1000000) putchar('a'); s++; } }

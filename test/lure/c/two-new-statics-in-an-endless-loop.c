// exit 1|3
// old
#include <stdio.h>
void f(int n) { for (;;) { putchar('a'); putchar('b'); } }
// new
#include <stdio.h>
static int k[2]; void f(int n) { k[0] = k[1] = 0; putchar('a'); for (;;) { putchar(k[1] > 70000 ? 'c' : 'b'); putchar('a'); if (++k[0] > 70000) { k[0] = 0; k[1]++; } } }

// exit 3
// old
// file a.c
int f(void) { return 1; }
// file b.s
.globl g
g: mov $1,%eax
ret
// new
// file a.c
int f(void) { return 1; }

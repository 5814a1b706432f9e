// exit 1|3
// old
int f(int *p) { p[1] = 5; __asm__ volatile("movq $1,%0" : "=m"(*(__attribute__((may_alias)) long *)p)); return p[1]; }
// new
int f(int *p) { p[1] = 5; __asm__ volatile("movq $1,%0" : "=m"(*(__attribute__((may_alias)) int *)p)); return p[1]; }

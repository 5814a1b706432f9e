// exit 1|3
// old
int p(int), q(int);
static int (*t[])(int) = {p, q}; int f(int i) { __asm__ volatile("nop"); return t[i](i); }
// new
int p(int), q(int);
static int (*t[])(int) = {q, p}; int f(int i) { __asm__ volatile("nop"); return t[i](i); }

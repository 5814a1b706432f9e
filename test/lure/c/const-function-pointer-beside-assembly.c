// exit 1|3
// old
int f(int (*g)(int), int x) { __asm__ volatile(""); return g(x) + g(x); }
// new
int f(int (*g)(int) __attribute__((const)), int x) { __asm__ volatile(""); return g(x) + g(x); }

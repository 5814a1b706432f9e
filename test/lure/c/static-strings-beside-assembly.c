// exit 1|3
// old
static const char *t[] = {"a", "b"}; const char *f(int i) { __asm__ volatile("nop"); return t[i]; }
// new
static const char *t[] = {"a", "c"}; const char *f(int i) { __asm__ volatile("nop"); return t[i]; }

// exit 1|3
// old
int f(void *p) { return (unsigned long)p & 63; }
// new
int f(void *p) { void *q = __builtin_assume_aligned(p, 64); return (unsigned long)q & 63; }

// exit 1|3
// old
__attribute__((noinline)) int f(int *p) { return p ? *p : 0; }
// new
__attribute__((noinline, nonnull)) int f(int *p) { return p ? *p : 0; }

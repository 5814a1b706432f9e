// exit 1
// old
int f(int *p) { return p ? *p : 0; }
// new
__attribute__((nonnull)) int f(int *p) { return p ? *p : 0; }

// exit 1
// old
int *f(int *p) { return p; }
// new
__attribute__((returns_nonnull)) int *f(int *p) { return p; }

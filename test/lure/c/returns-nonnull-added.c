// exit 1|3
// old
int g;
int *f(int x) { return x ? &g : 0; }
// new
int g;
__attribute__((returns_nonnull)) int *f(int x) { return x ? &g : 0; }

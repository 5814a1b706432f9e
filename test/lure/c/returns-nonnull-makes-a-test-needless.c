// exit 0
// old
void *g(int) __attribute__((returns_nonnull));
int f(void) { return g(1) != 0; }
// new
void *g(int) __attribute__((returns_nonnull));
int f(void) { return (g(1), 1); }

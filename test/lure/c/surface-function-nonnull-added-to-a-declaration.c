// exit 3
// old
void g(int *);
void f(void) { g(0); }
// new
__attribute__((nonnull)) void g(int *);
void f(void) { g(0); }

// exit 3
// old
void g(void) __attribute__((weak));
int f(void) { return g ? 1 : 0; }
// new
void g(void) __attribute__((weak));
int f(void) { return 1; }

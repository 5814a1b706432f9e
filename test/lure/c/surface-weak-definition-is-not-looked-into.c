// exit 1
// old
__attribute__((weak)) int h(void) { return 1; }
int f(void) { return h(); }
// new
__attribute__((weak)) int h(void) { return 1; }
int f(void) { return 1; }

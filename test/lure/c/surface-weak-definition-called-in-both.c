// exit 0
// old
__attribute__((weak)) int h(void) { return 1; }
int f(void) { return h() + 1; }
// new
__attribute__((weak)) int h(void) { return 1; }
int f(void) { return 1 + h(); }

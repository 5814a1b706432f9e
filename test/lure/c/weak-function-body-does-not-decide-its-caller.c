// exit 0
// old
__attribute__((weak)) int limit(void) { return 10; }
int f(int x) { return x > limit(); }
// new
__attribute__((weak)) int limit(void) { return 10; }
int f(int x) { return limit() < x; }

// exit 1|3
// old
__attribute__((weak)) int limit(void) { return 10; }
int f(int x) { return x > limit(); }
// new
__attribute__((weak)) int limit(void) { return 10; }
int f(int x) { return x > 10; }

// exit 1
// old
__attribute__((weak)) int limit(void) { return 10; }
int f(int x) { return x; }
// new
int f(int x) { return x; }

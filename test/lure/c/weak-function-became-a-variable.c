// exit 1
// old
__attribute__((weak)) int f(void) { return 1; }
int g(void) { return 2; }
// new
__attribute__((weak)) int f = 1;
int g(void) { return 2; }

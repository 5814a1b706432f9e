// exit 1|3
// old
// file a.c
__attribute__((weak)) int f(void) { return 1; }
int g(void) { return f(); }
// file b.c
int k(void) { return 1; }
// new
// file a.c
__attribute__((weak)) int f(void) { return 1; }
int g(void) { return f(); }
// file b.c
int k(void) { return 1; }
int f(void) { return 2; }

// exit 3
// old
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
int c(int) __attribute__((weak, alias("a")));
int f(void) { return c(1); }
// new
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
int c(int) __attribute__((weak, alias("a")));
int f(void) { return 2; }

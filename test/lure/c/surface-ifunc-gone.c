// exit 1
// old
int g(void) { return 1; }
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int (*r(void))(int) { return a; }
int f(int) __attribute__((ifunc("r")));
// new
int g(void) { return 1; }

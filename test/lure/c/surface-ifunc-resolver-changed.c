// exit 1
// old
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int (*r(void))(int) { return a; }
int f(int) __attribute__((ifunc("r")));
// new
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int (*r(void))(int) { return b; }
int f(int) __attribute__((ifunc("r")));

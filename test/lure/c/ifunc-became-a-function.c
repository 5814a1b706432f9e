// exit 1|3
// old
static int a(int x) { return x & 1; }
static int (*pick(void))(int) { return a; }
int c(int x) __attribute__((ifunc("pick")));
// new
static int a(int x) { return x & 1; }
int c(int x) { return a(x) + 1; }

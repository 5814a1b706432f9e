// exit 1
// old
static int (*s(void))(int);
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int (*r(void))(int) { return a; }
int f(int) __attribute__((ifunc("r")));
static int (*s(void))(int) { return b; }
void *keep(void) { return s; }
// new
static int (*s(void))(int);
static int a(int x) { return x + 1; }
static int b(int x) { return x + 2; }
static int (*r(void))(int) { return a; }
int f(int) __attribute__((ifunc("s")));
static int (*s(void))(int) { return b; }
void *keep(void) { return r; }

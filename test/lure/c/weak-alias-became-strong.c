// exit 1|3
// old
static int a(int x) { return x & 1; }
int c(int x) __attribute__((weak, alias("a")));
// new
static int a(int x) { return x & 1; }
int c(int x) __attribute__((alias("a")));

// exit 0
// old
int a(int x) { return x & 1; }
// new
int a(int x) { return x & 1; }
int c(int x) __attribute__((alias("a")));

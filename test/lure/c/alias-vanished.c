// exit 1
// old
int a(int x) { return x & 1; }
int c(int x) __attribute__((alias("a")));
// new
int a(int x) { return x & 1; }

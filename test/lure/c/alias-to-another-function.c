// exit 1|3
// old
int a(int x) { return x & 1; }
int b(int x) { return x & 3; }
int c(int x) __attribute__((alias("a")));
// new
int a(int x) { return x & 1; }
int b(int x) { return x & 3; }
int c(int x) __attribute__((alias("b")));

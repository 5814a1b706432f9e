// exit 1
// old
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
int c(int) __attribute__((alias("a")));
// new
int a(int x) { return x + 1; }
int b(int x) { return x + 2; }
int c(int x) { return x + 5; }

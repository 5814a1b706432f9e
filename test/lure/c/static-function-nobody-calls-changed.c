// exit 0
// old
static int __attribute__((unused)) g(int x) { return x & 1; }
int f(int x) { return x; }
// new
static int __attribute__((unused)) g(int x) { return x & 3; }
int f(int x) { return x; }

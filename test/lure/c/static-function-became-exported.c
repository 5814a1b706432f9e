// exit 0
// old
static int g(int x) { return x & 1; }
int f(int x) { return g(x); }
// new
int g(int x) { return x & 1; }
int f(int x) { return g(x); }

// exit 1
// old
int g(int x) { return x & 1; }
int f(int x) { return g(x); }
// new
static int g(int x) { return x & 1; }
int f(int x) { return g(x); }

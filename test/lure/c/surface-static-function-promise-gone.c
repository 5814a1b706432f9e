// exit 0
// old
__attribute__((const)) static int take(int x) { return x * 3; }
int run(int x) { return take(x) - take(x); }
// new
static int take(int x) { return x * 3; }
int run(int x) { return take(x) - take(x); }

// exit 0
// old
static int h(int x) { return x + 1; }
int f(int x) { return h(x); }
// new
__attribute__((noinline, cold)) static int h(int x) { return x + 1; }
__attribute__((hot, optnone, noinline)) int f(int x) { return h(x); }

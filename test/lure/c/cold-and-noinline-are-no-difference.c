// exit 0
// old
int f(int x) { return x & 1; }
// new
__attribute__((noinline, cold)) int f(int x) { return x & 1; }

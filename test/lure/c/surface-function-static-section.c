// exit 3
// old
static int h(int x) { return x + 1; }
int f(int x) { return h(x); }
// new
__attribute__((section(".init.text"), noinline)) static int h(int x) { return x + 1; }
int f(int x) { return h(x); }

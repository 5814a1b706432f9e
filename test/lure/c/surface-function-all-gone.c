// exit 1
// old
int f(int x) { return x + 1; }
// new
static int h(void) { return 1; }
int (*p)(void) = h;

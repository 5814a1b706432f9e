// exit 0
// old
static int h(int x) { return x + 1; }
int g(void) { return h(2); }
// new
static long h(long x) { return x + 1; }
int g(void) { return (int)h(2); }

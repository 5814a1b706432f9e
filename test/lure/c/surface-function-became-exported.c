// exit 0
// old
static int f(int x) { return x + 1; }
int g(void) { return f(2); }
// new
int f(int x) { return x + 1; }
int g(void) { return f(2); }

// exit 1
// old
int f(int x) { return x + 1; }
int g(void) { return f(2); }
// new
static int f(int x) { return x + 1; }
int g(void) { return f(2); }

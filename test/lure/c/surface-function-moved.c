// exit 0
// old
int f(int x) { return x + 1; }
int g(void) { return 2; }
// new
int g(void) { return 2; }
int f(int x) { return x + 1; }

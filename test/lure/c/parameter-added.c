// exit 1
// old
int f(int x) { return x; }
// new
int f(int x, int y) { (void)y; return x; }

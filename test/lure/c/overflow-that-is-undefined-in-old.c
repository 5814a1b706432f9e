// exit 0
// old
int f(int x) { return x + 1 > x; }
// new
int f(int x) { (void)x; return 1; }

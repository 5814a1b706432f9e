// exit 1
// options --cflags=-fwrapv
// old
int f(int x) { return x + 1 > x; }
// new
int f(int x) { (void)x; return 1; }

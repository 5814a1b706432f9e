// exit 1
// old
int f(int x, int y) { return x & ~y; }
// new
int f(int y, int x) { return x & ~y; }

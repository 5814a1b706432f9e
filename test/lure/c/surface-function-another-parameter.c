// exit 1
// old
int f(int x) { return 1; }
// new
int f(int x, int y) { return 1; }

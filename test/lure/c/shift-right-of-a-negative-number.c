// exit 1
// old
int f(int x) { return x / 2; }
// new
int f(int x) { return x >> 1; }

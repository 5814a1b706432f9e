// exit 1
// old
int f(int x) { return x < 0; }
// new
int f(long x) { return x < 0; }

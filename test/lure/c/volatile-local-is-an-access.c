// exit 1|3
// old
int f(int x) { volatile int y = x; return y; }
// new
int f(int x) { return x; }

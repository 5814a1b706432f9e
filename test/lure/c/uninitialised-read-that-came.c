// exit 1
// old
int f(int x) { int y = 0; if (x > 0) y = 1; return y; }
// new
int f(int x) { int y; if (x > 0) y = 1; return y; }

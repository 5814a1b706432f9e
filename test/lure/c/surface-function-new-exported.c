// exit 0
// says extra
// old
int f(int x) { return x + 1; }
// new
int f(int x) { return x + 1; }
int extra(void) { return 3; }

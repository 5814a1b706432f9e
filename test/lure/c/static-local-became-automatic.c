// exit 1
// old
int f(void) { static int n; n = (n + 1) & 7; return n; }
// new
int f(void) { int n = 0; n = (n + 1) & 7; return n; }

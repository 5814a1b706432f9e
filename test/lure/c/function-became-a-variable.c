// exit 1
// old
int f(void) { return 1; }
// new
int f = 1;

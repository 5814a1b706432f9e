// exit 1
// old
int f(void) { return 10; }
// new
int f(void) { return 010; }

// exit 0
// says extra
// old
int f(void) { return 1; }
// new
int extra = 7;
int f(void) { return 1; }

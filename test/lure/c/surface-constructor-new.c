// exit 3
// old
int s;
int f(void) { return s; }
// new
int s;
__attribute__((constructor)) static void go(void) { s = 1; }
int f(void) { return s; }

// exit 0
// old
int s;
__attribute__((constructor)) static void go(void) { s = 1; }
int f(void) { return s; }
// new
int s;
__attribute__((constructor)) static void begin(void) { s = 1; }
int f(void) { return s; }

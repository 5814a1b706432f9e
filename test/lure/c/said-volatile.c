// exit 0
// options --cflags -fwrapv
// says what volatile accesses give
// old
volatile int r;
int f(void) { int x = r; return x + 1; }
// new
volatile int r;
int f(void) { return 1 + r; }

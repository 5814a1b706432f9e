// exit 1
// old
__attribute__((aligned(64))) int f(void) { return 1; }
// new
int f(void) { return 1; }

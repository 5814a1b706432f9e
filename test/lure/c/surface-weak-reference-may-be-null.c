// exit 3
// old
extern int v __attribute__((weak));
int f(void) { return &v ? 1 : 0; }
// new
extern int v __attribute__((weak));
int f(void) { return 1; }

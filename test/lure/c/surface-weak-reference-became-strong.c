// exit 3
// old
extern int v __attribute__((weak));
int *f(void) { return &v; }
// new
extern int v;
int *f(void) { return &v; }

// exit 1|3
// old
extern int config __attribute__((weak));
int f(void) { return &config ? 1 : 0; }
// new
extern int config __attribute__((weak));
int f(void) { return 1; }

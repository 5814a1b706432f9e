// exit 0
// old
extern int hook(void) __attribute__((weak));
int f(void) { return hook ? hook() : 0; }
// new
extern int hook(void) __attribute__((weak));
int f(void) { if (!hook) return 0; return hook(); }

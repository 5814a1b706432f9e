// exit 1|3
// old
extern int hook(void) __attribute__((weak));
int f(void) { return hook ? hook() : 0; }
// new
extern int hook(void) __attribute__((weak));
int f(void) { return hook(); }

// exit 1|3
// old
extern void hook(void) __attribute__((weak));
void f(int x) { if (x) hook(); }
// new
extern void hook(void);
void f(int x) { if (x) hook(); }

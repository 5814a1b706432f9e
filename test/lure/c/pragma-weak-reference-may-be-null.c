// exit 1|3
// old
void hook(void);
#pragma weak hook
int f(void) { return hook != 0; }
// new
void hook(void);
#pragma weak hook
int f(void) { return 1; }

// exit 0
// old
extern int hook(void);
int f(void) { return &hook != 0; }
// new
extern int hook(void);
int f(void) { return 1; }

// exit 0
// old
extern int s, e;
int f(void) { return &s == &e; }
// new
extern int s, e;
int f(void) { return 0; }

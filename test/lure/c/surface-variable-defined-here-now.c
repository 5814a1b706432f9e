// exit 3
// old
extern int v;
int f(void) { return v; }
// new
int v = 3;
int f(void) { return v; }

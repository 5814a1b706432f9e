// exit 1
// old
int v = 3;
int f(void) { return v; }
// new
extern int v;
int f(void) { return v; }

// exit 3
// old
extern int v;
int f(void) { return v; }
// new
static int v;
int f(void) { return v; }

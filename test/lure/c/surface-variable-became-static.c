// exit 1
// old
int v = 3;
int f(void) { return v++; }
// new
static int v = 3;
int f(void) { return v++; }

// exit 3
// old
static int v;
int f(void) { return v++; }
// new
static _Thread_local int v;
int f(void) { return v++; }

// exit 0
// old
int f(int x) { return x > 0 ? x : 0; }
// new
static int pos(int x) { return x > 0 ? x : 0; }
int f(int x) { return pos(x); }

// exit 1
// old
int f(int (*g)(int), int x) { return g(x & 7); }
// new
int f(int (*g)(int), int x) { return g(x & 15); }

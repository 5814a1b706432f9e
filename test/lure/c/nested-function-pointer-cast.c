// exit 0
// old
int f(int (*g)(void)) { return g(); }
// new
int f(int (*g)(void)) { int (*h)(void) = (int (*)(void))(void *)g; return (*h)(); }

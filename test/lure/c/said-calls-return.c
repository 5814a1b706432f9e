// exit 0
// says and return
// old
void g(void);
int f(int x) { g(); return 1 / x; }
// new
void g(void);
int f(int x) { int r = 1 / x; g(); return r; }

// exit 1
// old
int g;
int f(int *p) { g = 1; *p = 2; return g; }
// new
int g;
int f(int *p) { g = 1; *p = 2; return 1; }

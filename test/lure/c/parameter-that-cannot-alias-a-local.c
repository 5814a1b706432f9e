// exit 0
// old
int f(int *p) { int x = 1; *p = 2; return x; }
// new
int f(int *p) { *p = 2; return 1; }

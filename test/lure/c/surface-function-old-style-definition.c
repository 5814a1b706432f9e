// exit 0
// old
int f(a) int a; { return a; }
// new
int f(int a) { return a; }

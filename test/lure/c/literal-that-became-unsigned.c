// exit 1
// old
int f(int x) { return x > -1; }
// new
int f(int x) { return x > -1u; }

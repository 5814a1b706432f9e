// exit 1
// old
int g(int x) { return x + 1; }
int f(int x) { return x; }
// new
int f(int x) { return x; }

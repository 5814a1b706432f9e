// exit 1
// old
int f(int x) { return x; }
// new
long f(int x) { return x; }

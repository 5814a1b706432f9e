// exit 1
// old
int f(int x) { return x % 4; }
// new
int f(int x) { return x & 3; }

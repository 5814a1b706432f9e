// exit 0
// old
int f(const int x) { return x; }
// new
int f(int value) { return value; }

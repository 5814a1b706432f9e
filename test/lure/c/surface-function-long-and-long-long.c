// exit 1
// old
int f(long p) { return p != 0; }
// new
int f(long long p) { return p != 0; }

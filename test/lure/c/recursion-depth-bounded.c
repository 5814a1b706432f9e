// exit 1
// old
int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
// new
int f(int n) { return n <= 0 ? 0 : n > 50 ? 50 : 1 + f(n - 1); }

// exit 1|3
// old
int f(int n) { return n <= 0 ? 0 : f(n - 1); }
// new
int f(int n) { return n == 0 ? 0 : f(n - (n > 0)); }

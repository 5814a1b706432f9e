// exit 1
// old
int f(int n, ...) { return n; }
// new
int f(int n) { return n; }

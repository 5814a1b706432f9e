// exit 0
// old
int f(int n, int a[n][n]) { return a[0][1]; }
// new
int f(int n, int (*a)[n]) { return (*a)[1]; }

// exit 0|3
// old
int f(int n) { n = (n & 3) + 1; int a[n]; a[0] = 5; return a[0]; }
// new
int f(int n) { (void)n; int a[4]; a[0] = 5; return a[0]; }

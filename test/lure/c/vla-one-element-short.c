// exit 1|3
// old
int f(int n) { n = (n & 3) + 1; int a[n + 1]; a[n] = 5; return a[n]; }
// new
int f(int n) { n = (n & 3) + 1; int a[n]; a[n] = 5; return a[n]; }

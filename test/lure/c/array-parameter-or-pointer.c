// exit 0
// old
int f(int a[4]) { return a[3]; }
// new
int f(int *a) { return a[3]; }

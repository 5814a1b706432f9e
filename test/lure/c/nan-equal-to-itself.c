// exit 1
// old
int f(double x) { return x == x; }
// new
int f(double x) { (void)x; return 1; }

// exit 1
// old
int f(long double x) { return x != x; }
// new
int f(double x) { return x != x; }

// exit 1|3
// old
int f(double x) { long double y = x; return y / 3 * 3 == y; }
// new
int f(double x) { long double y = x; return y / 5 * 5 == y; }

// exit 1
// old
int f(double x, double y) { return x < y; }
// new
int f(double x, double y) { return !(x >= y); }

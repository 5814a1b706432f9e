// exit 1
// old
double f(double x, double y) { return x < y ? x : y; }
// new
double f(double x, double y) { return y > x ? x : y <= x ? y : x; }

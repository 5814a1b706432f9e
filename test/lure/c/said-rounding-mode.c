// exit 0
// says rounded to nearest
// old
double f(double x, double y) { return -(x * y); }
// new
double f(double x, double y) { return -x * y; }

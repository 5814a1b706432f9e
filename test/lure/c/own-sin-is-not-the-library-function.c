// exit 1
// old
double sin(double x) { return x / 2; }
// new
double sin(double x) { return x / 4; }

// exit 1
// old
double f(double a, double b, double c) { return (a + b) + c; }
// new
double f(double a, double b, double c) { return a + (b + c); }

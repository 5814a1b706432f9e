// exit 1
// old
double f(double a) { return -a; }
// new
__attribute__((vectorcall)) double f(double a) { return -a; }

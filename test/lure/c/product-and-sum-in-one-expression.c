// exit 0
// options --cflags '-mfma'
// says floats are computed as written
// old
double f(double a, double b, double c) { return a * b + c; }
// new
double f(double a, double b, double c) { double t = a * b; return t + c; }

// exit 0
// says floats are computed as written
// old
__attribute__((target("fma"))) double f(double a, double b, double c) { return a * b + c; }
// new
__attribute__((target("fma"))) double f(double a, double b, double c) { double t = a * b; return t + c; }

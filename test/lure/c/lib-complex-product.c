// exit 1
// old
double f(double a, double b, double c, double d) {
  double _Complex x = __builtin_complex(a, b), y = __builtin_complex(c, d);
  return __real__(x * y);
}
// new
double f(double a, double b, double c, double d) {
  return a * c - b * d;
}

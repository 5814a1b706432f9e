// exit 1
// old
double f(double a, double b) {
  double _Complex x, y;
  __real__ x = a;
  __imag__ x = b;
  __real__ y = 1;
  __imag__ y = 2;
  return __real__(x / y);
}
// new
double f(double a, double b) {
  double _Complex x, y;
  __real__ x = a;
  __imag__ x = b;
  __real__ y = 1;
  __imag__ y = 3;
  return __real__(x / y);
}

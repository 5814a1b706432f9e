// exit 1|3
// said rounded to nearest
// old
double f(double x) {
  return __builtin_roundeven(x);
}
// new
double f(double x) {
  return __builtin_rint(x);
}

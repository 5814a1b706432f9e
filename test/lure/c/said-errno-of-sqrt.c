// exit 0
// says errno is not compared
// old
double sqrt(double x);
double f(double x, int n) { return n ? sqrt(x) : 0; }
// new
double sqrt(double x);
double f(double x, int n) {
  double r = sqrt(x);
  return n ? r : 0;
}

// exit 0
// says errno is not compared
// old
double log(double x);
double f(double x, int n) { return n ? log(x) : 0; }
// new
double log(double x);
double f(double x, int n) {
  double r = log(x);
  return n ? r : 0;
}

static double weight(int n) { return n < 0 ? -1.0 : 1.0; }

static double power(double x, int n) {
  double p = 1.0;
  for (int k = 0; k < n; k++) p *= x;
  return p;
}

double term(int n, double x) {
  if (n >= 0) return weight(n) * power(x, n);
  return weight(n) / power(x, 7);
}

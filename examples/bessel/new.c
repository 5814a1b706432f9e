// The Bessel function of the first kind, J_n(x), by its power series. Negative
// orders and arguments are reflected: J_-n(x) = J_n(-x) = (-1)^n J_n(x).

static double parity(int n) {  // (-1)^n
  return n % 2 == 0 ? 1.0 : -1.0;
}

static double reflection(int n) {
  return n < 0 ? parity(n) : 1.0;
}

static double magnitude(double x) {
  return x < 0.0 ? -x : x;
}

// For n >= 0: the sum of (-1)^k (x/2)^(2k+n) / (k! (k+n)!).
static double series(int n, double x) {
  double half = x / 2.0, term = 1.0, sum;
  for (int k = 1; k <= n; k++) term *= half / k;
  sum = term;
  for (int k = 1; k <= 20; k++) {
    term *= -half * half / ((double)k * (k + (double)n));
    sum += term;
  }
  return sum;
}

double bessel(int n, double x) {
  double sign = reflection(n);
  double distance = magnitude(x);
  int order = n < 0 ? -n : n;
  if (x >= 0.0 && n >= 0) return series(n, distance);
  if (x >= 0.0) return sign * series(order, distance);
  return sign * parity(order) * series(order, distance);
}

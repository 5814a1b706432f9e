double outside(double x);

double part(int n, double x) {
  if (n < 0 || x < 0.0 || (x == 0.0 && (n == 0 || n == 1))) return -1;
  if (n == 0) return outside(x) / x;
  return x == 0.0 ? 1.0 / n : outside(x + n);
}

double by_sign(int n, double x) {
  if (n > 0) return x < 1 ? x / n : outside(x);
  return x < 1 ? n : -x;
}

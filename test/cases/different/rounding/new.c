double series(double x) {
  if (x > 0.3 || x < -0.3) return 0;
  double y = x * x;
  return x * (1.0 - 0.7 * x * x * (1.0 - 0.4 * y));
}

int f(double x1, double x2) {
  return 10.0 * (x2 - x1 * x1) == 0.0 && 5.0 - x1 == 0.0;
}

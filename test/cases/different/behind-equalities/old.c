void solved(void);

void floats(double a, double b, double c, double d) {
  if (a - 7.0 == 0 && 3.0 * (b - a * a) == 0 && c == b - 9.5 && d - c * a == 0)
    solved();
}

int integers(int a, unsigned b, long c) {
  if (a == 1234567 && b == (unsigned)a * 77u && c == (long)b + a) return 1;
  return 0;
}

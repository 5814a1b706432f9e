#include <stdbool.h>

double outside(double x);

double part(int n, double x) {
  bool is_bad = n < 0 || x < 0.0 || (x == 0.0 && (n == 0 || n == 1));
  if (is_bad) return -1;
  if (n == 0) return outside(x) / x;
  if (x == 0.0) return 1.0 / n;
  return outside(x + n);
}

double by_sign(int n, double x) {
  if (x < 1) return n > 0 ? x / n : n;
  return n > 0 ? outside(x) : -x;
}

static unsigned sum_to(unsigned n, unsigned s) {
  if (n == 0) return s;
  return sum_to(n - 1, s + n);
}
unsigned sum(unsigned n) { return sum_to(n, 1); }

static unsigned ones_and(unsigned n, unsigned s) {
  if (n < 2) return n;
  return ones_and(n >> 1, s + (n & 1));
}
unsigned ones(unsigned n) { return ones_and(n, 0); }

static unsigned alternating_and(unsigned n, unsigned s) {
  if (n == 0) return s;
  return alternating_and(n - 1, s - n);
}
unsigned alternating(unsigned n) { return alternating_and(n, 0); }

static unsigned sum_to(unsigned n, unsigned s) {
  if (n == 0) return s;
  return sum_to(n - 1, s + n);
}
unsigned sum(unsigned n) { return sum_to(n, 0); }

static unsigned parity_and(unsigned n, unsigned s) {
  if (n == 0) return s;
  return parity_and(n >> 1, s + (n & 1));
}
unsigned parity(unsigned n) { return parity_and(n, 0); }

static unsigned twice_and(unsigned n, unsigned s) {
  return n == 0 ? s : twice_and(n - 1, s + 2);
}
unsigned twice_plus(unsigned n, unsigned x) { return twice_and(n, x); }

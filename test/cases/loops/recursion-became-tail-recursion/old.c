unsigned sum(unsigned n) {
  if (n == 0) return 0;
  return n + sum(n - 1);
}
unsigned parity(unsigned n) {
  if (n == 0) return 0;
  return (n & 1) + parity(n >> 1);
}
static unsigned twice(unsigned n) { return n == 0 ? 0 : 2 + twice(n - 1); }
unsigned twice_plus(unsigned n, unsigned x) { return twice(n) + x; }

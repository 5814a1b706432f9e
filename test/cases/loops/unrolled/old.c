// The number of iterations is a multiple of the factor.
unsigned by_two(unsigned n, unsigned x) {
  unsigned h = x;
  n &= ~1u;
  for (unsigned i = 0; i < n; i++) h = h * 5 + i;
  return h;
}
unsigned by_four(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n / 4 * 4; i++) h = h * 5 + i;
  return h;
}

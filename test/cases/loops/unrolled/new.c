unsigned by_two(unsigned n, unsigned x) {
  unsigned h = x;
  n &= ~1u;
  for (unsigned i = 0; i < n; i += 2) {
    h = h * 5 + i;
    h = h * 5 + i + 1;
  }
  return h;
}
unsigned by_four(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n / 4 * 4; i += 4) {
    h = h * 5 + i;
    h = h * 5 + i + 1;
    h = h * 5 + i + 2;
    h = h * 5 + i + 3;
  }
  return h;
}

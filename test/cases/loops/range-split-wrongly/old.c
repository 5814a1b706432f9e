// The first part may go beyond the end; the number at the seam is skipped.
unsigned at(unsigned n, unsigned m, unsigned x) {
  for (unsigned i = 0; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned at_hundred(unsigned n, unsigned x) {
  for (unsigned i = 0; i < n; i++) x = x * 17 ^ i;
  return x;
}

// No guard; the last iteration with the wrong number; a second one lost.
unsigned first(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n; i++) h = h * 33 ^ i;
  return h;
}
unsigned last(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n; i++) h = h * 33 ^ i;
  return h;
}
unsigned two(unsigned n) {
  unsigned h = 1;
  for (unsigned i = 0; i < n; i++) h = h * 3 + i;
  return h;
}

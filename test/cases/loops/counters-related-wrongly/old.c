// The counter's shift is not taken back, what became a sum is too short from
// the 22nd iteration on, and the accumulator stays one step ahead.
unsigned shifted(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n; i++) h = h * 31 + i;
  return h;
}
unsigned reduced(unsigned n) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++) h ^= 12 * i + 5;
  return h;
}
unsigned ahead(unsigned n, unsigned a, unsigned b) {
  for (unsigned i = 0; i < n; i++) {
    a += b;
    b ^= i;
  }
  return a;
}

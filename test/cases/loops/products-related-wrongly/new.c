unsigned reduced(unsigned n, unsigned j) {
  unsigned h = 0, k = j;
  for (unsigned i = 0; i < n; i++) {
    h = (h << 1) ^ k;
    k += j;
  }
  return h;
}
static unsigned factorial_and(unsigned n, unsigned a) {
  return n <= 2 ? a : factorial_and(n - 1, a * n);
}
unsigned factorial(unsigned n) { return factorial_and(n, 1); }
unsigned power(unsigned x, unsigned n) {
  unsigned r = 1;
  for (; n != ~0u; n--) r *= x;
  return r;
}

// A product that became a sum; a product of all numbers, with an accumulator.
unsigned reduced(unsigned n, unsigned j) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++) h = (h << 1) ^ (i * j);
  return h;
}
unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
unsigned power(unsigned x, unsigned n) {
  return n == 0 ? 1 : x * power(x, n - 1);
}

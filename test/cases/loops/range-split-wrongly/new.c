unsigned at(unsigned n, unsigned m, unsigned x) {
  unsigned i = 0;
  m &= 15;
  for (; i < m; i++) x = x * 17 ^ i;
  for (; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned at_hundred(unsigned n, unsigned x) {
  for (unsigned i = 0; i < n && i < 100; i++) x = x * 17 ^ i;
  for (unsigned i = 101; i < n; i++) x = x * 17 ^ i;
  return x;
}

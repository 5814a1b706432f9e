unsigned at(unsigned n, unsigned m, unsigned x) {
  unsigned i = 0;
  for (; i < n && i < m; i++) x = x * 17 ^ i;
  for (; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned at_hundred(unsigned n, unsigned x) {
  unsigned i = 0;
  for (; i < n && i < 100; i++) x = x * 17 ^ i;
  for (; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned of_array(const unsigned *v, unsigned n, unsigned m) {
  unsigned s = 0, i = 0;
  for (; i < n && i < m; i++) s += v[i];
  for (; i < n; i++) s += v[i];
  return s;
}

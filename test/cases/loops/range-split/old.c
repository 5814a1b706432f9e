unsigned at(unsigned n, unsigned m, unsigned x) {
  for (unsigned i = 0; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned at_hundred(unsigned n, unsigned x) {
  for (unsigned i = 0; i < n; i++) x = x * 17 ^ i;
  return x;
}
unsigned of_array(const unsigned *v, unsigned n, unsigned m) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += v[i];
  return s;
}

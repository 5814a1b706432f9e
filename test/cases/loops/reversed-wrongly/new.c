int times_int(int n, unsigned x) {
  while (n-- > 0) x = x * 7 + 3;
  return x;
}
unsigned hash(unsigned n) {
  unsigned h = 0;
  for (unsigned i = n; i > 0; i--) h = h * 31 + i - 1;
  return h;
}
unsigned sum(const unsigned *v, unsigned n) {
  unsigned s = 0;
  for (unsigned i = n; i > 1; i--) s += v[i - 1];
  return s;
}

unsigned hash(unsigned n, unsigned x) {
  unsigned h = x;
  for (unsigned i = 0; i < n; i++) h = h * 5 + i;
  return h;
}
unsigned down(unsigned n, unsigned x) {
  for (; n > 0; n--) x = x * 5 + 1;
  return x;
}
unsigned of_array(const unsigned *v, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += v[i];
  return s;
}

// The least int has no predecessor; the order of the numbers matters; the
// first one is left out.
int times_int(int n, unsigned x) {
  for (int i = 0; i < n; i++) x = x * 7 + 3;
  return x;
}
unsigned hash(unsigned n) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++) h = h * 31 + i;
  return h;
}
unsigned sum(const unsigned *v, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += v[i];
  return s;
}

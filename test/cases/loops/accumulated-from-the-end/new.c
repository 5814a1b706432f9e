unsigned total(const unsigned *a, unsigned n) {
  unsigned s = 0;
  for (unsigned i = n; i > 0; i--) s += a[i - 1];
  return s;
}
unsigned some(const unsigned *a, int n) {
  unsigned s = 0;
  if (n <= 0) return 0;
  for (int i = n - 1; i >= 0; i--)
    if (a[i] > 3) s ^= a[i];
  return s;
}
unsigned x[64];
void fill(unsigned n) {
  if (n > 64) return;
  for (unsigned i = n; i-- > 0;) x[i] = 3 * i;
}

// Iterations that may change places, done in the other order.
unsigned total(const unsigned *a, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += a[i];
  return s;
}
unsigned some(const unsigned *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 3) s ^= a[i];
  return s;
}
unsigned x[64];
void fill(unsigned n) {
  if (n > 64) return;
  for (unsigned i = 0; i < n; i++) x[i] = 3 * i;
}

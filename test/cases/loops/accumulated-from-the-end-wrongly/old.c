// The first one left out; n - 1 overflows; what is added hangs on what was
// before; each element on the one before it.
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
unsigned hash(const unsigned *a, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s = 3 * s + a[i];
  return s;
}
unsigned x[64];
void fill(unsigned n) {
  if (n > 60) return;
  for (unsigned i = 0; i < n; i++) x[i + 1] = x[i] + 1;
}

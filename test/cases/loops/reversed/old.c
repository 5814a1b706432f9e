// The counter only counts.
unsigned times(unsigned n, unsigned x) {
  for (unsigned i = 0; i < n; i++) x = x * 7 + 3;
  return x;
}
int times_int(int n, unsigned x) {
  for (int i = 0; i < n; i++) x = x * 7 + 3;
  return x;
}
unsigned between(unsigned from, unsigned to) {
  unsigned h = 1;
  for (; from < to; from++) h = h * 3 + 1;
  return h;
}

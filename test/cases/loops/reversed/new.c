unsigned times(unsigned n, unsigned x) {
  for (unsigned i = n; i > 0; i--) x = x * 7 + 3;
  return x;
}
int times_int(int n, unsigned x) {
  for (; n > 0; n--) x = x * 7 + 3;
  return x;
}
unsigned between(unsigned from, unsigned to) {
  unsigned h = 1;
  for (; to > from; to--) h = h * 3 + 1;
  return h;
}

unsigned up(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; n > i; i++) s = (s | i) - (s & i);
  return s;
}
unsigned ones(unsigned x) {
  unsigned n = 0;
  while (x != 0) {
    n = (x & 1) + n;
    x = x >> 1;
  }
  return n;
}
unsigned long length(const char *s) {
  unsigned long n = 0;
  while (s[n] != 0) n += 1;
  return n;
}
unsigned two(unsigned i, unsigned j, unsigned n, unsigned bits) {
  unsigned s = 0;
  while (i < n && j < n) {
    if (bits >> (i & 31) & 1)
      i++;
    else
      j++;
    s = i ^ s;
  }
  return s;
}
int ackermann(int m, int n) {
  if (m == 0) return 1 + n;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

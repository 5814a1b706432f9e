// Ranks: a distance, the number itself, the room up to the end of memory, two
// counters one after the other, a recursion on two arguments.
unsigned up(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s ^= i;
  return s;
}
unsigned ones(unsigned x) {
  unsigned n = 0;
  while (x) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}
unsigned long length(const char *s) {
  unsigned long n = 0;
  while (s[n]) n++;
  return n;
}
unsigned two(unsigned i, unsigned j, unsigned n, unsigned bits) {
  unsigned s = 0;
  while (i < n && j < n) {
    if (bits >> (i & 31) & 1)
      i++;
    else
      j++;
    s ^= i;
  }
  return s;
}
int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

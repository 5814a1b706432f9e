static unsigned mix_from(unsigned i, unsigned n, unsigned h) {
  if (i >= n) return h;
  return mix_from(i + 1, n, h * 31 + i);
}
unsigned mix(unsigned n) { return mix_from(0, n, 7); }

unsigned sum(unsigned n) {
  if (n == 0) return 0;
  return n + sum(n - 1);
}
unsigned long length(const char *s) {
  if (*s == 0) return 0;
  return 1 + length(s + 1);
}

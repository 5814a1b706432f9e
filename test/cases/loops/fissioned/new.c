unsigned split(unsigned n, unsigned x) {
  unsigned a = x, b = 1;
  for (unsigned i = 0; i < n; i++) a = a * 3 + i;
  for (unsigned i = 0; i < n; i++) b = b * 5 ^ i;
  return a - b;
}
unsigned fused(const unsigned char *v, unsigned n) {
  unsigned a = 0, b = 0;
  for (unsigned i = 0; i < n; i++) {
    a += v[i];
    b ^= v[i];
  }
  return a + b;
}
void writes(unsigned *p, unsigned n, unsigned *total) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) p[i] = i;
  for (unsigned i = 0; i < n; i++) s += i;
  *total = s;
}

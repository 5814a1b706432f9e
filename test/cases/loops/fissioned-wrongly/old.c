// What was split or fused depends on each other: by a value of the same
// iteration, by a final value, by regions that overlap.
unsigned split(unsigned n, unsigned x) {
  unsigned a = x, b = 1;
  for (unsigned i = 0; i < n; i++) {
    a = a * 3 + i;
    b = b * 5 ^ a;
  }
  return a - b;
}
unsigned fused(const unsigned char *v, unsigned n) {
  unsigned a = 0, b = 0;
  for (unsigned i = 0; i < n; i++) a += v[i];
  for (unsigned i = 0; i < n; i++) b ^= v[i] + a;
  return b;
}
void writes(char *p, char *q, unsigned n) {
  for (unsigned i = 0; i < n; i++) p[i] = 'p';
  for (unsigned i = 0; i < n; i++) q[i] = 'q';
}

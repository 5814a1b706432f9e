unsigned shifted(unsigned n, unsigned x) {
  unsigned hash = x;
  for (unsigned k = 7; k - 7 < n; k++) hash = (hash << 5) - hash + k;
  return hash;
}
unsigned reduced(unsigned n) {
  unsigned h = 0;
  unsigned char t = 5;
  for (unsigned i = 0; i < n; i++) {
    h ^= t;
    t += 12;
  }
  return h;
}
unsigned ahead(unsigned n, unsigned a, unsigned b) {
  unsigned sum = a + b;
  for (unsigned left = n; left > 0; left--) {
    b ^= n - left;
    sum += b;
  }
  return sum;
}

unsigned hash(unsigned n, unsigned x) {
  unsigned h = x, i;
  for (i = 0; n - i >= 2; i += 2) {
    h = h * 5 + i;
    h = h * 5 + i + 1;
  }
  for (i++; i < n; i++) h = h * 5 + i;
  return h;
}
unsigned down(unsigned n, unsigned x) {
  for (; n >= 4; n -= 4) x = x * 625 + 156;
  for (; n > 0; n -= 3) {
    x = x * 5 + 1;
    if (n < 3) break;
  }
  return x;
}

unsigned hash(unsigned n, unsigned x) {
  unsigned h = x, i;
  for (i = 0; n - i >= 2; i += 2) {
    h = h * 5 + i;
    h = h * 5 + i + 1;
  }
  for (; i < n; i++) h = h * 5 + i;
  return h;
}
unsigned down(unsigned n, unsigned x) {
  for (; n >= 2; n -= 2) x = x * 25 + 6;
  for (; n > 0; n--) x = x * 5 + 1;
  return x;
}

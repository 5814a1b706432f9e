unsigned hash(unsigned n, unsigned x) {
  unsigned h = x, i;
  for (i = 0; n - i >= 2; i += 2) {
    h = h * 5 + i;
    h = h * 5 + i + 1;
  }
  if (i + 1 < n) h = h * 5 + i;
  return h;
}
unsigned down(unsigned n, unsigned x) {
  for (; n >= 2; n -= 2) x = x * 25 + 5;
  if (n) x = x * 5 + 1;
  return x;
}
unsigned count(unsigned n) {
  unsigned s = 0, i;
  for (i = 0; n - i >= 2; i += 2) s += (i & 3) + (i + 1 & 3);
  return s + (i & 3);
}

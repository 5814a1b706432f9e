unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
unsigned sum(unsigned a) {
  unsigned s = 0;
  while (a) s += a--;
  return s;
}

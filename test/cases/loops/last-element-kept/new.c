unsigned last(const unsigned *link, unsigned i) {
  unsigned x;
  for (;;) {
    x = link[i];
    if (!(x & 1)) break;
    i = x >> 1;
  }
  return x * 3 + i;
}

unsigned last(const unsigned *link, unsigned i) {
  while (link[i] & 1) i = link[i] >> 1;
  return link[i] * 3 + i;
}

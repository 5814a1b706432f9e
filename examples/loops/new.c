// Mixes the first n multiples of four into h.
unsigned mix(unsigned h, unsigned n) {
  unsigned next = 0;
  for (unsigned left = n; left > 0; left--) {
    h = (h << 1) ^ next;
    next += 4;
  }
  return h;
}

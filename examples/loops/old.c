// Mixes the first n multiples of four into h.
unsigned mix(unsigned h, unsigned n) {
  for (unsigned i = 0; i < n; i++) h = (h << 1) ^ (4 * i);
  return h;
}

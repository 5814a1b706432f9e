// exit 0
// old
static unsigned bits(unsigned x) {
  unsigned n = 0;
  do {
    n++;
    x >>= 1;
  } while (x);
  return n;
}
unsigned f(unsigned x) { return bits(5) + bits(5) + x; }
// new
static unsigned bits(unsigned x) {
  unsigned n = 0;
  do {
    n++;
    x /= 2;
  } while (x);
  return n;
}
unsigned f(unsigned x) { return x + bits(5) + bits(5); }

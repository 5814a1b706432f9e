// exit 1
// old
static unsigned seen[8];
unsigned at(unsigned i) { return seen[i & 7]; }
unsigned note(unsigned p, unsigned q) {
  if (p * 3 + q * q == 0x7f1c2e35u) seen[p & 7]++;
  return p ^ q;
}
// new
static unsigned seen[8];
unsigned at(unsigned i) { return seen[i & 7]; }
unsigned note(unsigned p, unsigned q) {
  if (p * 3 + q * q == 0x7f1c2e35u) (void)0;
  return p ^ q;
}

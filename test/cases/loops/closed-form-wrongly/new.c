int count_int(int n) { return n; }
unsigned sum(unsigned n) { return n * (n + 1) / 2; }
unsigned short narrow(unsigned n) {
  n &= 511;
  unsigned short twice = n * (n + 1);
  return twice / 2;
}

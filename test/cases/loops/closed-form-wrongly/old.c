// A loop need not run at all; one too many; a product that no longer fits
// where the sum does.
int count_int(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
unsigned sum(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += i;
  return s;
}
unsigned short narrow(unsigned n) {
  unsigned short s = 0;
  n &= 511;
  for (unsigned i = 1; i <= n; i++) s += i;
  return s;
}

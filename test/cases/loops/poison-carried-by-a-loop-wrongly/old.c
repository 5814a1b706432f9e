// Without a sign nothing is undefined, in the old version.
int sum(unsigned n, int k) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += (unsigned)k;
  return (int)s;
}

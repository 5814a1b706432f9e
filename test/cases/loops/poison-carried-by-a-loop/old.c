int sum(unsigned n, int k) {
  int s = 0;
  for (unsigned i = 0; i < n; i++) s += k;
  return s;
}

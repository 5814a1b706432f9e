unsigned sum(unsigned n) {
  unsigned i = 0, s = 7;
  while (n > i) {
    s = i * i + s;
    i = i + 1;
  }
  return s - 7;
}

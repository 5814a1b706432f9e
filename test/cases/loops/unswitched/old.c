unsigned walk(unsigned n, unsigned up, unsigned x) {
  for (unsigned i = 0; i < n; i++) {
    if (up)
      x = x * 3 + i;
    else
      x = x * 5 - i;
  }
  return x;
}
void fill(char *p, unsigned n, int upper) {
  for (unsigned i = 0; i < n; i++)
    if (upper)
      p[i] = 'A';
    else
      p[i] = 'a';
}

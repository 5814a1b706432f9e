unsigned down(unsigned n, unsigned m) {
  unsigned h = 0;
  for (unsigned row = 0; row < n; row++)
    for (unsigned left = m; left > 1; left--) h = h * 3 + (row ^ (m - left));
  return h;
}
unsigned triangle(unsigned n) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 1; j - 1 <= i; j++) h = h * 3 + j - 1;
  return h;
}
unsigned by_outer(unsigned n, unsigned m) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < m; j++) h = h * 3 + j;
  return h;
}

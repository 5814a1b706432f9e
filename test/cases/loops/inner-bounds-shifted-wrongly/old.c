// The last one is left out; the diagonal is in; the end is not shifted.
unsigned down(unsigned n, unsigned m) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) h = h * 3 + (i ^ j);
  return h;
}
unsigned triangle(unsigned n) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++) h = h * 3 + j;
  return h;
}
unsigned by_outer(unsigned n, unsigned m) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) h = h * 3 + (i + j);
  return h;
}

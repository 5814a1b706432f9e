unsigned walk(unsigned n, unsigned up, unsigned x) {
  if (up) {
    for (unsigned i = 0; i < n; i++) x = x * 3 + i;
  } else {
    for (unsigned i = 0; i < n; i++) x = x * 5 - i;
  }
  return x;
}
void fill(char *p, unsigned n, int upper) {
  if (upper) {
    for (unsigned i = 0; i < n; i++) p[i] = 'A';
    return;
  }
  for (unsigned i = 0; i < n; i++) p[i] = 'a';
}

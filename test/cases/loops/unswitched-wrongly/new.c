unsigned walk(unsigned n, unsigned x) {
  if (x & 1) {
    for (unsigned i = 0; i < n; i++) x = x * 3 + i;
  } else {
    for (unsigned i = 0; i < n; i++) x = x * 5 - i;
  }
  return x;
}
void fill(char *p, unsigned n, const char *upper) {
  if (n == 0) return;
  if (*upper) {
    for (unsigned i = 0; i < n; i++) p[i] = 0;
  } else {
    for (unsigned i = 0; i < n; i++) p[i] = 'a';
  }
}

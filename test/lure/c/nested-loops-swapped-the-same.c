// exit 0|3
// options --effort 5
// old
unsigned f(unsigned n) {
  unsigned k = 0;
  n &= 3;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      k += a * 2 + b;
  return k;
}
// new
unsigned f(unsigned n) {
  unsigned k = 0;
  n &= 3;
  for (unsigned b = 0; b < n; b++)
    for (unsigned a = 0; a < n; a++)
      k += a * 2 + b;
  return k;
}

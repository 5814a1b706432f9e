unsigned first(unsigned n, unsigned x) {
  if (n == 0) return x;
  unsigned h = x * 33;
  for (unsigned i = 1; i < n; i++) h = h * 33 ^ i;
  return h;
}
unsigned last(unsigned n, unsigned x) {
  if (n == 0) return x;
  unsigned h = x;
  for (unsigned i = 0; i < n - 1; i++) h = h * 33 ^ i;
  return h * 33 ^ (n - 1);
}
unsigned two(unsigned n) {
  if (n == 0) return 1;
  if (n == 1) return 3;
  unsigned h = 10;
  for (unsigned i = 2; i < n; i++) h = h * 3 + i;
  return h;
}
int largest(const int *v, unsigned n) {
  int max = v[0];
  for (unsigned i = 1; i < n; i++)
    if (v[i] > max) max = v[i];
  return max;
}

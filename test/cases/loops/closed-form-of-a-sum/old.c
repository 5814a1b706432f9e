// Sums, with and without a bound that may be the greatest number (then the loop
// does not end).
unsigned below(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += i;
  return s;
}
unsigned up_to(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 1; i <= n; i++) s += i;
  return s;
}
unsigned long long wide(unsigned n) {
  unsigned long long s = 0;
  for (unsigned i = 1; i < n; i++) s += i;
  return s;
}
int with_sign(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) s += i;
  return s;
}

// One too many; a product of short words that wraps; one step too few; another
// constant.
unsigned odd_numbers(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += 2 * i + 1;
  return s;
}
unsigned long long squares(unsigned n) {
  unsigned long long s = 0;
  if (n > 5000) return 0;
  for (unsigned i = 1; i <= n; i++) s += (unsigned long long)i * i;
  return s;
}
unsigned steps(unsigned x, unsigned d, unsigned n) {
  while (n > 0) {
    x = x + d;
    n--;
  }
  return x;
}
unsigned of_one(unsigned n, unsigned c) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += c;
  return s;
}

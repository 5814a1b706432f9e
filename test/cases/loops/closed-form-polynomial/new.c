unsigned odd_numbers(unsigned n) { return n * n; }
unsigned long long squares(unsigned n) {
  unsigned long long m = n;
  return n > 5000 ? 0 : m * (m + 1) * (2 * m + 1) / 6;
}
unsigned of_one(unsigned n, unsigned c) { return n * c; }
unsigned steps(unsigned x, unsigned d, unsigned n) { return x + n * d; }
unsigned recursive(unsigned n) { return (unsigned)(n * (n + 1ull) / 2); }

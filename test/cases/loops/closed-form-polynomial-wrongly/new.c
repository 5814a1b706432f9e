unsigned odd_numbers(unsigned n) { return (n + 1) * (n + 1); }
unsigned long long squares(unsigned n) {
  return n > 5000 ? 0 : n * (n + 1) * (2 * n + 1) / 6;
}
unsigned steps(unsigned x, unsigned d, unsigned n) { return x + (n - 1) * d; }
unsigned of_one(unsigned n, unsigned c) { return n * (c | 1); }

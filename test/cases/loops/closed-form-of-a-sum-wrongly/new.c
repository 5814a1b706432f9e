unsigned below(unsigned n) {
  return (unsigned)((unsigned long long)n * (n + 1ull) / 2);
}
unsigned long long wide(unsigned n) {
  return (unsigned long long)n * (n - 1ull) / 2;
}
int with_sign(int n) { return (int)((long long)n * (n + 1ll) / 2); }

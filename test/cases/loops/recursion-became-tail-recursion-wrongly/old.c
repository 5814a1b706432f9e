// The accumulator starts with one; the end throws it away; minus is not
// associative.
unsigned sum(unsigned n) {
  if (n == 0) return 0;
  return n + sum(n - 1);
}
unsigned ones(unsigned n) {
  if (n < 2) return n;
  return (n & 1) + ones(n >> 1);
}
unsigned alternating(unsigned n) {
  if (n == 0) return 0;
  return n - alternating(n - 1);
}

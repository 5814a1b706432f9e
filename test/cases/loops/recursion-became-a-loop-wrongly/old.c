// The end counts twice; the innermost call comes first; one step too many.
unsigned long length(const char *s) {
  if (*s == 0) return 0;
  return 1 + length(s + 1);
}
unsigned digits(unsigned n) {
  if (n < 10) return n;
  return digits(n / 10) * 3 + n % 10;
}
unsigned power(unsigned x, unsigned n) {
  if (n == 0) return 1;
  return x * power(x, n - 1);
}

// No guard; a guard that asks something else; a count that starts too early.
unsigned hash(unsigned n, unsigned x) {
  unsigned i = 0;
  while (i < n) {
    x = x * 5 + i;
    i++;
  }
  return x;
}
unsigned long length(const char *s) {
  unsigned long n = 0;
  while (s[n] != 0) n++;
  return n;
}
unsigned digits(unsigned n) {
  unsigned d = 1;
  while (n >= 10) {
    n /= 10;
    d++;
  }
  return d;
}

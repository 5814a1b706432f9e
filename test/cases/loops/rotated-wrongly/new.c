unsigned hash(unsigned n, unsigned x) {
  unsigned i = 0;
  do {
    x = x * 5 + i;
    i++;
  } while (i < n);
  return x;
}
unsigned long length(const char *s) {
  unsigned long n = 0;
  if (s[0] <= 0) return 0;
  do n++;
  while (s[n] != 0);
  return n;
}
unsigned digits(unsigned n) {
  unsigned d = 0;
  do {
    n /= 10;
    d++;
  } while (n >= 10);
  return d;
}

unsigned long length(const char *s) {
  unsigned long n = 0;
  do n++;
  while (*s++);
  return n;
}
unsigned digits(unsigned n) {
  unsigned s = 0;
  for (; n > 0; n /= 10) s = s * 3 + n % 10;
  return s;
}
unsigned power(unsigned x, unsigned n) {
  unsigned p = x;
  for (; n > 0; n--) p *= x;
  return p;
}

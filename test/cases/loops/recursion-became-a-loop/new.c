unsigned mix(unsigned n) {
  unsigned h = 7;
  for (unsigned i = 0; i < n; i++) h = h * 31 + i;
  return h;
}

unsigned sum(unsigned n) {
  unsigned s = 0;
  for (; n > 0; n--) s += n;
  return s;
}
unsigned long length(const char *s) {
  unsigned long n = 0;
  while (*s++) n++;
  return n;
}

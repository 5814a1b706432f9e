// exit 1|3
// said memory lies between the addresses 4096 and 2^47
// old
unsigned f(unsigned n) {
  unsigned s = 0;
  const unsigned *p = (const unsigned *)0;
  for (unsigned i = 1; i < n && i < 512; i++) s += p[i];
  return s;
}
// new
unsigned f(unsigned n) {
  unsigned s = 0;
  const unsigned *p = (const unsigned *)0;
  for (unsigned i = 1; i < n && i < 512; i++) s += p[i] + 1;
  return s;
}

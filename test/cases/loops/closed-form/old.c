unsigned count(unsigned n) {
  unsigned i = 0;
  while (i < n) i++;
  return i;
}
int count_int(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
unsigned by_two(unsigned n) {
  unsigned s = 10;
  for (unsigned i = 0; i < n; i++) s += 2;
  return s;
}
unsigned recursive(unsigned n) { return n == 0 ? 0 : 1 + recursive(n - 1); }

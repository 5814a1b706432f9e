// Nobody knows whether the first always ends; a list may be a ring; the last
// two do not end for some arguments.
unsigned collatz(unsigned n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}
struct list {
  struct list *next;
  int value;
};
int total(const struct list *p) {
  int s = 0;
  for (; p; p = p->next) s ^= p->value;
  return s;
}
unsigned stride(unsigned n, unsigned by) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i += by) s ^= i;
  return s;
}
unsigned self(unsigned n) {
  if (n == 0) return 0;
  return self(n) ^ 1;
}

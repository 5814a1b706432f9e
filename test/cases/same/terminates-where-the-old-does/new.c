unsigned collatz(unsigned n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n & 1 ? n + n + n + 1 : n / 2;
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
  for (; p; p = p->next) s = p->value ^ s;
  return s;
}
unsigned stride(unsigned n, unsigned by) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i += by) s = i ^ s;
  return s;
}
unsigned self(unsigned n) {
  if (n == 0) return 0;
  return 1 ^ self(n);
}

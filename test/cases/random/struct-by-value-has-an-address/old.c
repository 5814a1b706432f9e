// A large struct is passed in memory. Where it lies does not matter, but it
// has to lie where a process can have memory.
struct S {
  unsigned a;
  double b;
  unsigned char c;
};

long f(struct S p, int r) {
  return r * 2 + (p.c > 300);
}

struct S {
  unsigned a;
  double b;
  unsigned char c;
};

long f(struct S p, int r) {
  return r * 3 + (p.c > 300);
}

struct S { float a; };
static long g;
static long h(long p, struct S q, long r) { long t = r; return p ? t / p : 1000; }
void f(long p, unsigned *q) {
  struct S w = {0.25f};
  g = h(p & 3, w, 5) * 2 / 2;
  *q = 1;
}

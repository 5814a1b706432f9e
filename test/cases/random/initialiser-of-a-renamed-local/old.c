// The initialiser is a constant that is called after the local.
struct S { float a; };
static long g;
static long h(long p, struct S q, long r) { return p ? r / p : 1000; }
void f(long p, unsigned *q) {
  struct S v = {0.25f};
  g = h(p & 3, v, 5);
  *q = 1;
}

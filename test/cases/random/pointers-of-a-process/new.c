// A difference that shows with any pointer is shown with one that the real
// code can have, not with one at the end of the address space.
struct S {
  int a;
  unsigned short b;
  signed char c;
  unsigned short d;
};

int f(long *p, struct S *q) {
  if (!q) return 8;
  *p = q->d;
  *p <<= 1;
  *p += 0;
  if (q->c + q->a + q->b <= -3) *p += q->c;
  return (int)*p;
}

// exit 3
// says bits of a NaN
// old
void f(double *p, double *q) { *q = -*p; }
// new
void f(double *p, double *q) {
  unsigned long u;
  __builtin_memcpy(&u, p, 8);
  u ^= 1ul << 63;
  __builtin_memcpy(q, &u, 8);
}

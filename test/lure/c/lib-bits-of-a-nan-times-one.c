// exit 3
// says bits of a NaN
// old
unsigned long f(unsigned long u) {
  double d;
  __builtin_memcpy(&d, &u, 8);
  d = d * 1;
  __builtin_memcpy(&u, &d, 8);
  return u;
}
// new
unsigned long f(unsigned long u) { return u; }

// exit 0
// old
unsigned long f(unsigned long u) { return u; }
// new
unsigned long f(unsigned long u) {
  double d;
  __builtin_memcpy(&d, &u, 8);
  __builtin_memcpy(&u, &d, 8);
  return u;
}

// exit 0
// says all NaNs are one value
// old
unsigned long f(double x) {
  unsigned long u;
  __builtin_memcpy(&u, &x, 8);
  return u;
}
// new
unsigned long f(double x) {
  unsigned long u;
  x = x * 1.0;
  __builtin_memcpy(&u, &x, 8);
  return u;
}

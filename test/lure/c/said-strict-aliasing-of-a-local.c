// exit 0
// says no strict aliasing
// old
unsigned f(float x) {
  unsigned u;
  __builtin_memcpy(&u, &x, 4);
  return u;
}
// new
unsigned f(float x) {
  return *(unsigned *)&x;
}

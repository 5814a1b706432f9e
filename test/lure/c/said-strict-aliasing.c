// exit 0
// says no strict aliasing
// old
unsigned f(const float *p) {
  unsigned u;
  float x = *p;
  __builtin_memcpy(&u, &x, 4);
  return u;
}
// new
unsigned f(const float *p) {
  return *(const unsigned *)p;
}

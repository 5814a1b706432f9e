// exit 0
// says pointers are aligned
// old
unsigned f(const unsigned char *p) {
  unsigned x;
  __builtin_memcpy(&x, p, 4);
  return x;
}
// new
unsigned f(const unsigned char *p) {
  return *(const unsigned *)p;
}

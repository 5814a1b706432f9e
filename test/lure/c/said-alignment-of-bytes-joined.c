// exit 0
// says pointers are aligned
// old
unsigned f(const unsigned char *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
}
// new
unsigned f(const unsigned char *p) {
  const unsigned *q = (const unsigned *)p;
  return *q;
}

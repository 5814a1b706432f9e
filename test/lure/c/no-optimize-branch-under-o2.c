// exit 0
// options --cflags=-O2
// old
int f(int x) {
#ifdef __OPTIMIZE__
  return x & 7;
#else
  return x & 1;
#endif
}
// new
int f(int x) {
#ifdef __OPTIMIZE__
  return x & 7;
#else
  return x & 3;
#endif
}

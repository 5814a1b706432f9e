// exit 1
// options --cflags=-O2
// old
int f(int x) {
#ifdef __OPTIMIZE__
  return x & 1;
#else
  return x & 7;
#endif
}
// new
int f(int x) {
#ifdef __OPTIMIZE__
  return x & 3;
#else
  return x & 7;
#endif
}

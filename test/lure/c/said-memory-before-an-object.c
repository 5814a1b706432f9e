// exit 0
// options --cflags -fwrapv
// says memory less than 32 KiB
// old
int f(const int *p) {
  return p[0];
}
// new
int f(const int *p) {
  int before = p[-1];
  return before - before + p[0];
}

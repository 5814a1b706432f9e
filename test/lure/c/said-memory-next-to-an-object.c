// exit 0
// says memory less than 32 KiB
// old
int f(const int *p, int c) {
  int x = p[0];
  if (c) x = p[1];
  return x;
}
// new
int f(const int *p, int c) {
  int x = p[0], y = p[1];
  return c ? y : x;
}

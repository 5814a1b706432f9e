// exit 0
// options --strict
// old
int f(const int *p, int n) {
  int s = 0;
  if (n > 2) s = p[0] + p[1];
  return s;
}
// new
int f(const int *p, int n) {
  if (n <= 2) return 0;
  int x = p[0];
  return x + p[1];
}

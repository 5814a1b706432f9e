// exit 1
// old
int f(int c, int i) {
  int a[4] = {0}, b[8] = {0};
  int *p = c ? a : b;
  if (i < 0 || i >= (c ? 4 : 8)) return 0;
  return p[i];
}
// new
int f(int c, int i) {
  int a[4] = {0}, b[8] = {0};
  int *p = c ? a : b;
  if (i < 0 || i >= 8) return 0;
  return p[i];
}

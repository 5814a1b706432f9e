// exit 0
// old
int f(int x) {
  int t[3] = {1, 2, 3};
  int *p = t;
  return p[x];
}
// new
int f(int x) {
  int t[3] = {1, 2, 3};
  int *p = t;
  if ((unsigned)x > 2) return -1;
  return p[x];
}

// exit 0
// old
int t[3], u[100];
int f(int x) {
  int *p = t;
  return p[x];
}
// new
int t[3], u[100];
int f(int x) {
  int *p = t;
  return x == 50 ? -1 : p[x];
}

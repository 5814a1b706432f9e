// exit 0
// says never written
// old
int f(int x) { return x; }
// new
int f(int x) {
  int a[4];
  a[x & 3] = x;
  return a[x & 3];
}

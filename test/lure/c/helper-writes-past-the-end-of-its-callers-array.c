// exit 1
// says confirmed by the real code
// old
static int fill(int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i;
  return p[0];
}
int first(void) {
  int a[5];
  return fill(a, 5);
}
// new
static int fill(int *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i;
  return p[0];
}
int first(void) {
  int a[5];
  return fill(a, 6);
}

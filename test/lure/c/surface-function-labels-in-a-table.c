// exit 3
// old
int f(int i) {
  static void *const t[] = {&&a, &&b};
  goto *t[i & 1];
a:
  return 1;
b:
  return 2;
}
// new
int f(int i) {
  static void *const t[] = {&&b, &&a};
  goto *t[i & 1];
a:
  return 1;
b:
  return 2;
}

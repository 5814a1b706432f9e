// exit 1|3
// old
int f(int x) {
  static void *const t[] = {&&a, &&b};
  goto *t[x & 1];
a: return 1;
b: return 2;
}
// new
int f(int x) {
  static void *const t[] = {&&b, &&a};
  goto *t[x & 1];
a: return 1;
b: return 2;
}

// exit 1|3
// old
static int a(int x) { return x & 1; }
static int b(int x) { return x & 3; }
static int (*pick(void))(int) {
  return a;
  (void)a, (void)b;
}
int c(int x) __attribute__((ifunc("pick")));
// new
static int a(int x) { return x & 1; }
static int b(int x) { return x & 3; }
static int (*pick(void))(int) {
  return b;
  (void)a, (void)b;
}
int c(int x) __attribute__((ifunc("pick")));

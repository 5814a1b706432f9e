// exit 0
// old
int a(void) { return 1; }
int b(void) { return 1; }
int f(void) {
  int (*p)(void) = a;
  return p == b;
}
// new
int a(void) { return 1; }
int b(void) { return 1; }
int f(void) { return 0; }

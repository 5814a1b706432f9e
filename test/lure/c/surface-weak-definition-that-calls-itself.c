// exit 0
// old
__attribute__((weak)) int h(int n) { return n < 1 ? 0 : h(n - 1); }
// new
__attribute__((weak)) int h(int n) {
  if (n >= 1) return h(n - 1);
  return 0;
}

// exit 3
// old
static __attribute__((noinline)) void *here(void) {
  return __builtin_return_address(0);
}
void *f(void) {
  void *volatile p = here();
  return p;
}
// new
static void *here(void) { return __builtin_return_address(0); }
void *f(void) {
  void *volatile p = here();
  return p;
}

int f(int x) {
  int y;
  __asm__("bswap %0; nop" : "=r"(y) : "0"(x));
  return y;
}
int same(int x) {
  __asm__ volatile("nop");
  return x;
}
int caller(int x) { return 1 + f(x); }
int other(int x) { return x + x; }

// exit 0
// old
void f(int k) {
  volatile unsigned *p = (volatile unsigned *)0x20;
  if (k) *p = 1;
}
int g(int x) { return x * 2; }
// new
void f(int k) {
  volatile unsigned *p = (volatile unsigned *)0x20;
  if (k) *p = 1;
}
int g(int x) { return x + x; }

// exit 0
// old
void f(void) {
  unsigned *p = (unsigned *)0x40000020;
  for (int i = 0; i < 4; i++) p[i] = 1;
}
// new
void f(void) {
  unsigned *p = (unsigned *)0x40000020;
  for (int i = 3; i >= 0; i--) p[i] = 1;
}

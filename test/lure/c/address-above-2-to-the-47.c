// exit 3
// old
void f(void) {
  unsigned *p = (unsigned *)0xFFFF800000000020;
  for (int i = 0; i < 4; i++) p[i] = 1;
}
// new
void f(void) {
  unsigned *p = (unsigned *)0xFFFF800000000020;
  for (int i = 0; i < 4; i++) p[i] = 2;
}

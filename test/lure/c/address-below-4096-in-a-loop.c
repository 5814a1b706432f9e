// exit 3
// old
void f(void) {
  for (unsigned *p = (unsigned *)0x20; p < (unsigned *)0x40; p++) *p = 1;
}
// new
void f(void) {
  for (unsigned *p = (unsigned *)0x20; p < (unsigned *)0x40; p++) *p = 2;
}

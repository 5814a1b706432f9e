// exit 3
// says access at the address 0x20
// old
void f(int k) {
  unsigned *p = (unsigned *)0x20;
  if (k) *p = 1;
}
// new
void f(int k) {
  unsigned *p = (unsigned *)0x20;
  if (k) *p = 2;
}

// exit 1
// old
void f(void) { for (;;) *(volatile unsigned *)0x40000000 = 1; }
// new
void f(void) { for (;;) *(volatile unsigned short *)0x40000000 = 1; }

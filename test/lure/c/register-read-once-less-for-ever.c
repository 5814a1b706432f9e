// exit 1
// old
#define REG (*(volatile unsigned *)0x40000000)
void out(unsigned);
void f(void) { for (;;) { unsigned x = REG; out(x | REG); } }
// new
#define REG (*(volatile unsigned *)0x40000000)
void out(unsigned);
void f(void) { for (;;) { unsigned x = REG; out(x); } }

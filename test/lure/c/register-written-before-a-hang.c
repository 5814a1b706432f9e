// exit 1
// old
#define REG (*(volatile unsigned *)0x40000000)
void f(void) { REG = 1; for (;;); }
// new
#define REG (*(volatile unsigned *)0x40000000)
void f(void) { REG = 2; for (;;); }

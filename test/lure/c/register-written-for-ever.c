// exit 1
// old
#define REG (*(volatile unsigned *)0x40000000)
void f(void) { for (;;) { REG = 1; REG = 0; } }
// new
#define REG (*(volatile unsigned *)0x40000000)
void f(void) { for (;;) { REG = 0; REG = 1; } }

// exit 0
// old
#define REG (*(volatile unsigned *)0x40000000)
void f(void) { for (;;) { REG = 1; REG = 0; } }
// new
#define REG (*(volatile unsigned *)0x40000000)
#define BIT 0x40000000
void f(void) { volatile unsigned *r = (volatile unsigned *)BIT; while (1) { *r = 1; *r = 0; } }

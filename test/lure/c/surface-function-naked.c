// exit 3
// old
int f(void) { return 1; }
// new
__attribute__((naked)) int f(void) { __asm__("movl $1, %eax; ret"); }

// exit 1
// old
static int s = 5;
__asm__(".globl setx\nsetx: movl $7, s(%rip)\n ret\n");
int f(void) { return s; }
// new
static int s = 5;
__asm__(".globl setx\nsetx: movl $7, s(%rip)\n ret\n");
int f(void) { return 5; }

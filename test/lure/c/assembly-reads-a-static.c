// exit 1|3
// old
static int s = 1;
__asm__(".globl pub\npub: movl s(%rip), %eax\n ret");
int f(void) { return 0 * s; }
// new
static int s = 2;
__asm__(".globl pub\npub: movl s(%rip), %eax\n ret");
int f(void) { return 0 * s; }

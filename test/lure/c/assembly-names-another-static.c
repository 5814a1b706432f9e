// exit 0
// old
static int s = 5;
__asm__(".globl sets\nsets: ret\n");
int f(void) { return s; }
// new
static int s = 5;
__asm__(".globl sets\nsets: ret\n");
int f(void) { return 5; }

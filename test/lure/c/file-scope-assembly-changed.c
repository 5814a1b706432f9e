// exit 1|3
// old
__asm__(".globl magic\nmagic = 1\n");
int f(int x) { return x; }
// new
__asm__(".globl magic\nmagic = 2\n");
int f(int x) { return x; }

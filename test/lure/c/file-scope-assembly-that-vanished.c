// exit 1|3
// old
__asm__(".globl magic\nmagic = 2\n");
int f(int x) { return x; }
// new
int f(int x) { return x; }

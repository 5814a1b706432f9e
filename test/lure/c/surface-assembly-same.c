// exit 0
// old
__asm__(".globl q\nq: ret");
int f(int x) { return x + 1; }
// new
__asm__(".globl q\nq: ret");

int f(int x) { return x + 1; }

int f(int x) { __asm__("nop; nop"); return x; }
int g(int x) { return -x; }

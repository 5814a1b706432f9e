// exit 0
// old
int f(int x) { __asm__("addl $1, %0" : "+r"(x)); return x; }
int g(int x) { return x * 2 / 2 == x; }
// new
int f(int x) { __asm__("addl $1, %0" : "+r"(x)); return x; }
int g(int x) { return x * 2 / 2 == x ? 1 : 0; }

// exit 1|3
// old
int f(int x) { __asm__("addl $1, %0" : "+r"(x)); return x; }
// new
int f(int x) { __asm__("addl $2, %0" : "+r"(x)); return x; }

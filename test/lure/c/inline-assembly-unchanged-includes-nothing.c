// exit 0
// old
void f(void) { __asm__ volatile("nop # includes nothing"); }
int g(int x) { return x * 2; }
// new
void f(void) { __asm__ volatile("nop # includes nothing"); }
int g(int x) { return x + x; }

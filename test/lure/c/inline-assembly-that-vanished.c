// exit 1|3
// old
void f(void) { __asm__ volatile("nop"); }
// new
void f(void) { }

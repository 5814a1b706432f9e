// exit 0
// old
volatile unsigned reg;
void f(void) { reg |= 4; }
// new
volatile unsigned reg;
void f(void) { unsigned x = reg; reg = x | 4; }

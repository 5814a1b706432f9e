// exit 1
// old
volatile int reg;
void f(void) { reg = 1; }
// new
volatile int reg;
void f(void) { reg = 1; reg = 1; }

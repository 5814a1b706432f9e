// exit 1
// old
volatile int reg;
int f(void) { reg; return reg; }
// new
volatile int reg;
int f(void) { return reg; }

// exit 1
// old
volatile int reg;
int f(void) { return reg + 0 * reg; }
// new
volatile int reg;
int f(void) { return reg; }

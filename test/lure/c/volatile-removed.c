// exit 1
// old
volatile int reg;
int f(void) { return reg; }
// new
int reg;
int f(void) { return reg; }

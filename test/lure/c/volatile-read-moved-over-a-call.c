// exit 1
// old
volatile int reg;
void out(int);
void f(void) { int x = reg; out(1); out(x); }
// new
volatile int reg;
void out(int);
void f(void) { out(1); int x = reg; out(x); }

// exit 1
// old
volatile int mode;
void f(void) { mode = 1; for (;;); }
// new
volatile int mode;
void f(void) { mode = 2; for (;;); }

// exit 1|3
// options --effort 5
// old
volatile unsigned reg;
void f(void) { for (;;) { reg ^= 1; for (volatile int i = 0; i < 3; i++); } }
// new
volatile unsigned reg;
void f(void) { for (;;) { reg ^= 2; for (volatile int i = 0; i < 3; i++); } }

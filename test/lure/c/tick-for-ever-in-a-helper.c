// exit 0
// old
void tick(int);
void f(void) { for (;;) tick(1); }
// new
void tick(int);
static void step(void) { tick(1); }
void f(void) { for (;;) step(); }

// exit 1|3
// old
__attribute__((weak)) void idle(void) { }
void tick(int);
void f(void) { for (;;) { tick(1); idle(); } }
// new
__attribute__((weak)) void idle(void) { }
void tick(int);
void f(void) { for (;;) tick(1); }

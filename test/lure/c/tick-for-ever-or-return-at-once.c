// exit 1
// old
void tick(int);
void f(void) { for (;;) tick(1); }
// new
void tick(int);
void f(void) { tick(1); }

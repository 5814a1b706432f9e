// exit 0
// old
void tick(int);
void f(void) { for (;;) tick(2 * 3 + 1); }
// new
void tick(int);
void f(void) { for (;;) tick(7); }

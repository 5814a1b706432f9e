// exit 0
// options --effort 40
// old
void tick(int);
void f(void) { for (int i = 0; i < 3; i++) tick(0); for (;;) tick(1); }
// new
void tick(int);
void f(void) { tick(0); tick(0); tick(0); for (;;) tick(1); }

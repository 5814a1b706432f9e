// exit 1|3
// options --effort 5
// old
void tick(int);
void f(void) { int i = 0; for (;;) { tick(i == 0); i = i == 99 ? 0 : i + 1; } }
// new
void tick(int);
void f(void) { int i = 0; for (;;) { tick(i == 0); i = i == 100 ? 0 : i + 1; } }

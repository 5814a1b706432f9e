// exit 1
// old
void tick(int);
void f(void) { int i = 0; for (;;) { tick(i); i = i == 2 ? 0 : i + 1; } }
// new
void tick(int);
void f(void) { int i = 0; for (;;) { tick(i); i = i == 3 ? 0 : i + 1; } }

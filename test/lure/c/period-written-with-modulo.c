// exit 0
// old
void tick(int);
void f(void) { unsigned i = 0; for (;;) { tick((int)i); i = i == 3 ? 0 : i + 1; } }
// new
void tick(int);
void f(void) { unsigned i = 0; for (;;) { tick((int)i); i = (i + 1) % 4; } }

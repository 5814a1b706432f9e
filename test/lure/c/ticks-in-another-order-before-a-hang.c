// exit 1
// old
void tick(int);
void f(void) { tick(1); tick(2); for (;;); }
// new
void tick(int);
void f(void) { tick(2); tick(1); for (;;); }

// exit 1
// old
void tick(int);
void f(void) { tick(5); for (;;); }
// new
void tick(int);
void f(void) { for (;;); }

// exit 1
// old
void tick(int);
void f(void) { tick(1); f(); }
// new
void tick(int);
void f(void) { tick(2); f(); }

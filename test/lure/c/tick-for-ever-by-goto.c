// exit 0
// old
void tick(int);
void f(void) { for (;;) tick(1); }
// new
void tick(int);
void f(void) { again: tick(1); goto again; }

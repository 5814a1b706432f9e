// exit 1
// old
void tick(int);
void f(void) { for (;;) { for (int i = 0; i < 3; i++) tick(0); tick(1); } }
// new
void tick(int);
void f(void) { for (;;) { tick(0); tick(1); } }

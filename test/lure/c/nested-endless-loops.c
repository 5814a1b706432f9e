// exit 1
// old
int in(void); void out(int);
void f(void) { for (;;) { out(0); for (int i = 0; i < 3; i++) out(in()); } }
// new
int in(void); void out(int);
void f(void) { for (;;) { out(0); for (int i = 0; i < 4; i++) out(in()); } }

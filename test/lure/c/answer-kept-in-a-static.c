// exit 1
// old
int in(void); void out(int);
void f(void) { static int last; for (;;) { int x = in(); out(x > last); last = x; } }
// new
int in(void); void out(int);
void f(void) { int last = 0; for (;;) { int x = in(); out(x > last); last = x; } }

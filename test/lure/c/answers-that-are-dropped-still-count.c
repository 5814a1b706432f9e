// exit 1
// old
int in(void); void out(int);
void f(void) { for (;;) { in(); out(1); } }
// new
int in(void); void out(int);
void f(void) { for (;;) out(1); }

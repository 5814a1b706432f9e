// exit 1
// old
int in(void); void out(int);
void f(void) { for (;;) { out(1); while (in() > 0) out(2); } }
// new
int in(void); void out(int);
void f(void) { for (;;) { out(1); while (in() > 0 || 1) out(2); } }

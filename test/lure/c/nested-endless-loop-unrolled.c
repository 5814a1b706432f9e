// exit 0|3
// options --effort 10
// old
int in(void); void out(int);
void f(void) { for (;;) { out(0); for (int i = 0; i < 2; i++) out(in()); } }
// new
int in(void); void out(int);
void f(void) { for (;;) { out(0); out(in()); out(in()); } }

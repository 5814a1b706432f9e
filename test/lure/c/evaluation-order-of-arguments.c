// exit 1
// old
int in(void);
void out(int, int);
void f(void) { int a = in(), b = in(); out(a, b); }
// new
int in(void);
void out(int, int);
void f(void) { int b = in(), a = in(); out(a, b); }

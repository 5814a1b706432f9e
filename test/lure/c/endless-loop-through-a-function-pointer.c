// exit 1
// old
void (*hook)(int);
void f(void) { for (;;) hook(1); }
// new
void (*hook)(int);
void f(void) { for (;;) hook(2); }

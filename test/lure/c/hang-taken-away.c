// exit 1
// old
void f(void) { for (;;); }
// new
void f(void) { }

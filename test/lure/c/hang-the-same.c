// exit 0
// old
void f(void) { for (;;); }
// new
void f(void) { while (1) { } }

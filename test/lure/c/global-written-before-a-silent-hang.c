// exit 1|3
// old
int mode;
void f(void) { mode = 1; for (;;); }
// new
int mode;
void f(void) { mode = 2; for (;;); }

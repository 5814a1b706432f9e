// exit 1
// old
void x(void);
void f(void) { x(); for (;;); }
// new
void x(void);
__attribute__((noreturn)) void f(void) { x(); for (;;); }

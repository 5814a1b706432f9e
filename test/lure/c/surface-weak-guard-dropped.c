// exit 3
// old
void g(void) __attribute__((weak));
void f(void) { if (g) g(); }
// new
void g(void) __attribute__((weak));
void f(void) { g(); }

// exit 0
// old
void g(void) __attribute__((weak));
void f(void) { if (g) g(); }
// new
void g(void) __attribute__((weak));
void f(void) { if (g == 0) return; g(); }

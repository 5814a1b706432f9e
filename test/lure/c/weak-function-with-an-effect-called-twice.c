// exit 1|3
// old
__attribute__((weak)) void hook(void) { }
void f(void) { hook(); }
// new
__attribute__((weak)) void hook(void) { }
void f(void) { }

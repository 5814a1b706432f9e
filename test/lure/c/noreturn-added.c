// exit 1|3
// old
void halt(void);
void f(int x) { if (x) halt(); }
// new
void halt(void);
__attribute__((noreturn)) void f(int x) { if (x) halt(); __builtin_unreachable(); }

// exit 1
// old
void halt(void) __attribute__((noreturn));
int f(int x) { if (x < 0) halt(); return x; }
// new
void halt(void) __attribute__((noreturn));
int f(int x) { if (x < 0) return 0; return x; }
